// The encoders of Belote: the twins of kibitz/games/belote/encode.py, in the order of ENCODINGS there.
#pragma once

#include "games/belote_encode.hpp"
#include "games/belote_encode_belief.hpp"
#include "games/belote_encode_v2.hpp"

namespace kibitz {

using BeloteEncoders = Encoders<BeloteEncode, BeloteEncodeBid, BeloteEncodeBid114, BeloteEncodePlay,
                                BeloteEncodeCanonical, BeloteEncodeBidMatch, BeloteEncodeV2,
                                BeloteEncodeBeliefBid, BeloteEncodeBeliefPlay>;

}  // namespace kibitz
