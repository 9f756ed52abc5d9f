// The encoders of Dubito: the twins of kibitz/games/dubito/encode.py, in the order of ENCODINGS there.
#pragma once

#include "games/dubito_encode.hpp"
#include "games/dubito_encode2.hpp"

namespace kibitz {

using DubitoEncoders = Encoders<DubitoEncode, DubitoEncode2>;

}  // namespace kibitz
