// Belote as a class of kibitz._native.
#include "games/belote.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_pimc.hpp"
#include "bindings/bind_players.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/belote_encode.hpp"
#include "policies/belote.hpp"
#include "search/belote_playouts.hpp"

namespace kibitz {

void bind_belote(nb::module_& m) {
  bind_game<Belote>(m);
  bind_vector<BeloteEncode>(m);
  bind_search<Belote, BeloteRule>(m);
  bind_pimc<Belote>(m);
  bind_players<Belote, BeloteRule>(m);
}

}  // namespace kibitz
