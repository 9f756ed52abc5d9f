// The encoders of Dubito as functions of kibitz._native; apart from the game, so that a change of an encoder
// compiles quickly.
#include "games/dubito_encoders.hpp"

#include "bindings/bind_encode.hpp"

namespace kibitz {

void bind_dubito_encoders(nb::module_& m) {
  bind_encode<DubitoEncoders>(m);
}

}  // namespace kibitz
