// Oh Hell as a class of kibitz._native.
#include "games/ohhell.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/ohhell_encoders.hpp"
#include "players/ohhell_heuristic.hpp"
#include "players/ohhell_rule_players.hpp"
#include "players/ohhell_sharp.hpp"

namespace kibitz {

void bind_ohhell(nb::module_& m) {
  bind_game<OhHell>(m);
  bind_vector<OhHellEncoders::Default>(m);
  bind_search<OhHellEncoders, OhHellSmart, OhHellSharp>(m);
}

}  // namespace kibitz
