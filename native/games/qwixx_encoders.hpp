// The encoders of Qwixx: the twins of kibitz/games/qwixx/encode.py, in the order of ENCODINGS there.
#pragma once

#include "games/qwixx_encode.hpp"
#include "games/qwixx_encode_v2.hpp"

namespace kibitz {

using QwixxEncoders = Encoders<QwixxEncode, QwixxEncodeV2>;

}  // namespace kibitz
