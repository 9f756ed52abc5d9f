// Episodes of OhHell with players on the seats, for the collector and the seated vector.
#include <nanobind/nanobind.h>

#include "envs/episode_of.hpp"
#include "games/ohhell_encoders.hpp"
#include "players/ohhell_player_list.hpp"

namespace kibitz {

void bind_ohhell_episode(nanobind::module_&) {
  add_episodes<OhHellEncoders, OhHellPlayers>();
}

}  // namespace kibitz
