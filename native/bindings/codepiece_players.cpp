// The native players of Codepiece: their names, and matches between them.
#include "players/codepiece_players.hpp"
#include "bindings/bind_players.hpp"
#include "games/codepiece_encoders.hpp"

namespace kibitz {

void bind_codepiece_players(nb::module_& m) {
  bind_players<CodepieceEncoders, CodepiecePlayers>(m);
}

}  // namespace kibitz
