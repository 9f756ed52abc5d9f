// The native players of Codepiece: their names, matches between them, and games that they play on.
#include "bindings/bind_openings.hpp"
#include "bindings/bind_players.hpp"
#include "games/codepiece_encoders.hpp"
#include "players/codepiece_player_list.hpp"

namespace kibitz {

void bind_codepiece_players(nb::module_& m) {
  bind_players<CodepieceEncoders, CodepiecePlayers>(m);
  bind_openings<CodepieceEncoders, CodepiecePlayers>(m);
}

}  // namespace kibitz
