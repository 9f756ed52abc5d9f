// Episodes of Belote with players on the seats, for the collector and the seated vector.
#include <nanobind/nanobind.h>

#include "envs/episode_of.hpp"
#include "games/belote_encoders.hpp"
#include "players/belote_player_list.hpp"

namespace kibitz {

void bind_belote_episode(nanobind::module_&) {
  add_episodes<BeloteEncoders, BelotePlayers>();
}

}  // namespace kibitz
