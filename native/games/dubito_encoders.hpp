// The encoders of Dubito: the twins of kibitz/games/dubito/encode.py, in the order of ENCODINGS there.
#pragma once

#include "games/dubito_encode.hpp"
#include "games/dubito_encode_v2.hpp"

namespace kibitz {

using DubitoEncoders = Encoders<DubitoEncode, DubitoEncodeV2>;

}  // namespace kibitz
