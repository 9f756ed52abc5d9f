// The encoders of Oh Hell as functions of kibitz._native; apart from the game, so that a change of an encoder
// compiles quickly.
#include "games/ohhell_encoders.hpp"

#include "bindings/bind_encode.hpp"

namespace kibitz {

void bind_ohhell_encoders(nb::module_& m) {
  bind_encode<OhHellEncoders>(m);
}

}  // namespace kibitz
