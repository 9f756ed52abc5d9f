// The native players of OhHell: their names, and matches between them.
#include "players/ohhell_players.hpp"
#include "bindings/bind_players.hpp"
#include "games/ohhell_encoders.hpp"

namespace kibitz {

void bind_ohhell_players(nb::module_& m) {
  bind_players<OhHellEncoders, OhHellPlayers>(m);
}

}  // namespace kibitz
