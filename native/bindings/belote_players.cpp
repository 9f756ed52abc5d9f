// The native players of Belote: their names, matches between them, and games that they play on.
#include "bindings/bind_openings.hpp"
#include "bindings/bind_players.hpp"
#include "games/belote_encoders.hpp"
#include "players/belote_player_list.hpp"

namespace kibitz {

void bind_belote_players(nb::module_& m) {
  bind_players<BeloteEncoders, BelotePlayers>(m);
  bind_openings<BeloteEncoders, BelotePlayers>(m);
}

}  // namespace kibitz
