"""The soft one: `parametric` with a touch of chance, so that nobody can read it.

Before each call its estimates of all four suits are moved together by up to eight points up or
down, drawn anew. Where the call is clear it makes the call of `parametric`; where two calls are
close it makes now one, now the other. What it bids tells a little less than what a strict rule
does, and a human who sits down with it meets no machine.
"""

from __future__ import annotations

from kibitz.bots.belote.bidding.parametric import Table, call, weights
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.games.belote.view import BeloteView

SOFTNESS = 8  # points


def bid(view: View, rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    mood = float(rng.below(2 * SOFTNESS + 1) - SOFTNESS)
    return BID + call(Table.of(view), weights(), mood)
