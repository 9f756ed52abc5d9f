// Oh Hell as a class of kibitz._native.
#include "games/ohhell.hpp"

#include "bindings/bind_game.hpp"

namespace kibitz {

void bind_ohhell(nb::module_& m) {
  bind_game<OhHell>(m);
}

}  // namespace kibitz
