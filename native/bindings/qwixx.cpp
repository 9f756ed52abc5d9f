// Qwixx as a class of kibitz._native.
#include "games/qwixx.hpp"

#include "bindings/bind_game.hpp"

namespace kibitz {

void bind_qwixx(nb::module_& m) {
  bind_game<Qwixx>(m);
}

}  // namespace kibitz
