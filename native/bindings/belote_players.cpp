// The native players of Belote: their names, and matches between them.
#include "players/belote_players.hpp"
#include "bindings/bind_players.hpp"
#include "games/belote_encoders.hpp"

namespace kibitz {

void bind_belote_players(nb::module_& m) {
  bind_players<BeloteEncoders, BelotePlayers>(m);
}

}  // namespace kibitz
