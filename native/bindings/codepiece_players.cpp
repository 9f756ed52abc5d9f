// The native players of Codepiece: their names, and matches between them.
#include "bindings/bind_players.hpp"
#include "games/codepiece_encoders.hpp"
#include "players/codepiece_player_list.hpp"

namespace kibitz {

void bind_codepiece_players(nb::module_& m) {
  bind_players<CodepieceEncoders, CodepiecePlayers>(m);
}

}  // namespace kibitz
