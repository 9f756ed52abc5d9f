// The encoders of Codepiece: the twins of kibitz/games/codepiece/encode.py, in the order of ENCODINGS there.
#pragma once

#include "games/codepiece_encode.hpp"

namespace kibitz {

using CodepieceEncoders = Encoders<CodepieceEncode>;

}  // namespace kibitz
