"""The bold one: opens light, jumps, competes for every contract, and coinches early.

Its estimates were fitted to solved deals, but it is an optimist: any hand with slightly more than
an even share of the points opens, sometimes with a jump; a partner is raised at once; the
opponents' contracts are overbid up to 110 with hardly any room, and further if theirs looks good;
and what looks beaten is coinched. It beats timid bidders and pays for it against patient ones. A
preset of `parametric`, so it also plays natively.
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
VERSION = 2


@functools.cache
def weights() -> Weights:
    base = load("fitted")
    bold = replace(
        base.speak,
        open=(86.0, 84.0, 82.0, 80.0),
        open_level=84.0,
        open_step=14.0,
        open_max=1.0,
        raise_free=8.0,
        raise_fought=4.0,
        raise_step=12.0,
        raise_max=3.0,
        over=2.0,
        over_last=0.0,
        sacrifice=0.3,
        over_level=14.0,
        over_step=14.0,
        over_max=3.0,
        coinche=25.0,
        coinche_level=0.0,
        capot=185.0,
    )
    return replace(base, speak=bold)


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    return BID + call(AuctionView.of(view), weights())
