"""The cautious one: always the lowest legal bid, step by step, and never high.

A contract scores the same card points whatever was bid, and ten more for ten more at the risk of
everything. So it opens with 80 whatever it holds, goes up one step at a time and only when forced,
leaves its partner alone unless the opponents have bid, and stops at 110. It coinches what exceeds
its own estimate by a wide margin. A preset of `parametric`, so it also plays natively.
"""

from __future__ import annotations

import functools
from dataclasses import replace

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.parametric import AuctionView, call
from kibitz.players.belote.bidding.weights import Weights, load

NEVER = 1000.0


PRESET = True


@functools.cache
def weights() -> Weights:
    base = load("fitted")
    small = replace(
        base.speak,
        open=(88.0, 88.0, 86.0, 84.0),
        open_max=0.0,
        raise_free=NEVER,
        raise_fought=8.0,
        raise_step=NEVER,
        raise_max=3.0,
        over=8.0,
        over_last=4.0,
        sacrifice=0.2,
        over_step=NEVER,
        over_max=3.0,
        coinche=25.0,
        coinche_level=0.0,
    )
    return replace(base, speak=small)


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    return BID + call(AuctionView.of(view), weights())
