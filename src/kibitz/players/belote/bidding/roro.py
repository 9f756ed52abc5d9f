"""The bold one: opens nearly everything, jumps, competes for every contract, and coinches early.

Its estimates were fitted to solved deals, but it is an optimist: any hand with slightly more than
an even share of the points opens, at a value that costs the opponents a step or two; a partner is
raised at once; the opponents' contracts are overbid with too few points if they look good; and what
looks narrowly beaten is coinched. It wins a lot against timid bidders and pays for it against
patient ones. A preset of `parametric`, so it also plays natively.
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

PRESET = True


@functools.cache
def weights() -> Weights:
    base = load("fitted")
    bold = replace(
        base.speak,
        open=(82.0, 82.0, 80.0, 78.0),
        open_level=75.0,
        open_step=9.0,
        open_max=6.0,
        raise_free=2.0,
        raise_fought=0.0,
        raise_step=8.0,
        raise_max=6.0,
        over=-2.0,
        over_last=-6.0,
        sacrifice=0.6,
        over_level=8.0,
        over_step=12.0,
        over_max=6.0,
        coinche=12.0,
        coinche_level=0.0,
    )
    return replace(base, speak=bold)


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    return BID + call(AuctionView.of(view), weights())
