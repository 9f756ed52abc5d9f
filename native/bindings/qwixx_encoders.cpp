// The encoders of Qwixx as functions of kibitz._native; apart from the game, so that a change of an encoder
// compiles quickly.
#include "games/qwixx_encoders.hpp"

#include "bindings/bind_encode.hpp"

namespace kibitz {

void bind_qwixx_encoders(nb::module_& m) {
  bind_encode<QwixxEncoders>(m);
}

}  // namespace kibitz
