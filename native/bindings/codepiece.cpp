// Codepiece as a class of kibitz._native.
#include "games/codepiece.hpp"

#include "bindings/bind_game.hpp"

namespace kibitz {

void bind_codepiece(nb::module_& m) {
  bind_game<Codepiece>(m);
}

}  // namespace kibitz
