// The encoders of Codepiece as functions of kibitz._native; apart from the game, so that a change of an encoder
// compiles quickly.
#include "games/codepiece_encoders.hpp"

#include "bindings/bind_encode.hpp"

namespace kibitz {

void bind_codepiece_encoders(nb::module_& m) {
  bind_encode<CodepieceEncoders>(m);
}

}  // namespace kibitz
