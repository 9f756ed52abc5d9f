"""Bids exactly what the hand counts: nearly every hand opens, for all that it holds.

It has weights like `parametric`, but different ones: jack and nine of trump, aces, the number of
trumps and short suits make the count, and the count is the bid. A raise needs a little room, a bid
over the opponents almost none; there are no traps, hardly a coinche, and no capot. The weights were
fitted to bid like the public program's bidder of this name (the same call in nine of ten cases, and
equally strong): a baseline, and one of the opponent types that `solver` assumes besides its own. It
also plays natively.
"""

from __future__ import annotations

import functools

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.parametric import AuctionView, call
from kibitz.players.belote.bidding.weights import Weights, load

PRESET = True


@functools.cache
def weights() -> Weights:
    return load("improved_v2")


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    return BID + call(AuctionView.of(view), weights())
