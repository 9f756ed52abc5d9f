// Belote as a class of kibitz._native.
#include "games/belote.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_pimc.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/belote_encoders.hpp"
#include "players/belote_rule_players.hpp"
#include "search/belote_playouts.hpp"

namespace kibitz {

void bind_belote(nb::module_& m) {
  bind_game<Belote>(m);
  bind_vector<BeloteEncoders::Default>(m);
  bind_search<BeloteEncoders, BeloteRule>(m);
  bind_pimc<Belote>(m);
}

}  // namespace kibitz
