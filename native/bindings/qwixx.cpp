// Qwixx as a class of kibitz._native.
#include "games/qwixx.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/qwixx_encoders.hpp"
#include "players/qwixx_rule_players.hpp"
#include "players/qwixx_value.hpp"

namespace kibitz {

void bind_qwixx(nb::module_& m) {
  bind_game<Qwixx>(m);
  bind_vector<QwixxEncoders::Default>(m);
  bind_search<QwixxEncoders, QwixxMarker, QwixxConservative, QwixxOpportunist, QwixxGa, QwixxValue>(
      m);
}

}  // namespace kibitz
