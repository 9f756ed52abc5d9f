// The encoders of Oh Hell: the twins of kibitz/games/ohhell/encode.py, in the order of ENCODINGS there.
#pragma once

#include "games/ohhell_encode.hpp"
#include "games/ohhell_encode_v2.hpp"

namespace kibitz {

using OhHellEncoders = Encoders<OhHellEncode, OhHellEncodeV2>;

}  // namespace kibitz
