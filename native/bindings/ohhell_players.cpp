// The native players of OhHell: their names, and matches between them.
#include "bindings/bind_players.hpp"
#include "games/ohhell_encoders.hpp"
#include "players/ohhell_player_list.hpp"

namespace kibitz {

void bind_ohhell_players(nb::module_& m) {
  bind_players<OhHellEncoders, OhHellPlayers>(m);
}

}  // namespace kibitz
