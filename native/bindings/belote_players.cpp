// The native players of Belote: their names, and matches between them.
#include "bindings/bind_players.hpp"
#include "games/belote_encoders.hpp"
#include "players/belote_player_list.hpp"

namespace kibitz {

void bind_belote_players(nb::module_& m) {
  bind_players<BeloteEncoders, BelotePlayers>(m);
}

}  // namespace kibitz
