"""The soft one: `parametric` with a touch of randomness, so that nobody can read it.

Before each call its estimates of all four suits are shifted together by a random amount of up to
eight points either way. Where the call is clear it matches `parametric`; where two calls are close
it varies. Its bids reveal a little less than those of a strict rule, and feel less mechanical to a
human opponent.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.parametric import AuctionView, call, in_mood

SOFTNESS = 8  # points


def bid(view: View, rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    mood = float(rng.below(2 * SOFTNESS + 1) - SOFTNESS)
    return BID + call(AuctionView.of(view), in_mood(mood))
