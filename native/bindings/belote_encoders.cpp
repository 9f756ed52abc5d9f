// The encoders of Belote as functions of kibitz._native; apart from the game, so that a change of an encoder
// compiles quickly.
#include "games/belote_encoders.hpp"

#include "bindings/bind_encode.hpp"

namespace kibitz {

void bind_belote_encoders(nb::module_& m) {
  bind_encode<BeloteEncoders>(m);
}

}  // namespace kibitz
