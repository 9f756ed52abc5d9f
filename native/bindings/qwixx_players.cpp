// The native players of Qwixx: their names, and matches between them.
#include "bindings/bind_players.hpp"
#include "games/qwixx_encoders.hpp"
#include "players/qwixx_player_list.hpp"

namespace kibitz {

void bind_qwixx_players(nb::module_& m) {
  bind_players<QwixxEncoders, QwixxPlayers>(m);
}

}  // namespace kibitz
