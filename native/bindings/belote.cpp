// Belote as a class of kibitz._native.
#include "games/belote.hpp"

#include "bindings/bind_game.hpp"

namespace kibitz {

void bind_belote(nb::module_& m) {
  bind_game<Belote>(m);
}

}  // namespace kibitz
