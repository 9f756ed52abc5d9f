// Oh Hell as a class of kibitz._native.
#include "games/ohhell.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_players.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/ohhell_encode.hpp"
#include "policies/ohhell.hpp"
#include "policies/ohhell_heuristic.hpp"
#include "policies/ohhell_sharp.hpp"

namespace kibitz {

void bind_ohhell(nb::module_& m) {
  bind_game<OhHell>(m);
  bind_vector<OhHellEncode>(m);
  bind_search<OhHell, OhHellSmart, OhHellSharp>(m);
  bind_players<OhHell, OhHellHeuristic, OhHellSmart, OhHellSharp>(m);
}

}  // namespace kibitz
