// Episodes of Qwixx with players on the seats, for the collector and the seated vector.
#include <nanobind/nanobind.h>

#include "envs/episode_of.hpp"
#include "games/qwixx_encoders.hpp"
#include "players/qwixx_player_list.hpp"

namespace kibitz {

void bind_qwixx_episode(nanobind::module_&) {
  add_episodes<QwixxEncoders, QwixxPlayers>();
}

}  // namespace kibitz
