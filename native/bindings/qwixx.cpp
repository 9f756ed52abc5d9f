// Qwixx as a class of kibitz._native.
#include "games/qwixx.hpp"

#include "bindings/bind_game.hpp"
#include "bindings/bind_players.hpp"
#include "bindings/bind_search.hpp"
#include "bindings/bind_vector.hpp"
#include "games/qwixx_encode.hpp"
#include "policies/qwixx.hpp"
#include "policies/qwixx_value.hpp"

namespace kibitz {

void bind_qwixx(nb::module_& m) {
  bind_game<Qwixx>(m);
  bind_vector<QwixxEncode>(m);
  bind_search<Qwixx, QwixxMarker, QwixxConservative, QwixxOpportunist, QwixxGa, QwixxValue>(m);
  bind_players<Qwixx, QwixxMarker, QwixxConservative, QwixxOpportunist, QwixxGa, QwixxValue>(m);
}

}  // namespace kibitz
