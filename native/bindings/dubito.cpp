// Dubito as a class of kibitz._native.
#include "games/dubito.hpp"

#include "bindings/bind_game.hpp"

namespace kibitz {

void bind_dubito(nb::module_& m) {
  bind_game<Dubito>(m);
}

}  // namespace kibitz
