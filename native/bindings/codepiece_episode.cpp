// Episodes of Codepiece with players on the seats, for the collector and the seated vector.
#include <nanobind/nanobind.h>

#include "envs/episode_of.hpp"
#include "games/codepiece_encoders.hpp"
#include "players/codepiece_player_list.hpp"

namespace kibitz {

void bind_codepiece_episode(nanobind::module_&) {
  add_episodes<CodepieceEncoders, CodepiecePlayers>();
}

}  // namespace kibitz
