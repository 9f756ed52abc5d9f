// The native players of Dubito: their names, and matches between them.
#include "bindings/bind_players.hpp"
#include "games/dubito_encoders.hpp"
#include "players/dubito_player_list.hpp"

namespace kibitz {

void bind_dubito_players(nb::module_& m) {
  bind_players<DubitoEncoders, DubitoPlayers>(m);
}

}  // namespace kibitz
