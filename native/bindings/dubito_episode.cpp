// Episodes of Dubito with players on the seats, for the collector and the seated vector.
#include <nanobind/nanobind.h>

#include "envs/episode_of.hpp"
#include "games/dubito_encoders.hpp"
#include "players/dubito_player_list.hpp"

namespace kibitz {

void bind_dubito_episode(nanobind::module_&) {
  add_episodes<DubitoEncoders, DubitoPlayers>();
}

}  // namespace kibitz
