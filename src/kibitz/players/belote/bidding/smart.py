"""Maximises the expected score: makes the most valuable bid, if any beats a pass.

The points of the side with each trump are assumed to be normally distributed, with a spread of 20
points around an estimate that was fitted to solved deals. For every legal bid this gives the
probability of making it and its expected score (rule 9), as if it were the last call; for a pass,
the value of the standing contract to its taker with the remaining points; for a coinche, the same
doubled. It makes the call with the highest expectation, but bids only if the gain pays for the
information given away. It looks one call ahead and ignores what others may still bid, so it bids
low where that is enough.
"""

from __future__ import annotations

import functools
import math

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.rules import (
    BID,
    COINCHE,
    PASS,
    SURCOINCHE,
    bid_value,
    side_of,
    trump_of,
)
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.parametric import ALL_POINTS, AuctionView, estimates
from kibitz.players.belote.bidding.weights import Weights, load

SPREAD = 20.0  # points
GAIN = 10.0  # the score that a bid must gain over a pass
ALL_TRICKS = 175.0  # points on the same scale needed for a capot


@functools.cache
def weights() -> Weights:
    return load("fitted")


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    found = estimates(AuctionView.of(view), weights())
    values = {a - BID: _value(view, found, a - BID) for a in view.legal_actions}
    stand = values.pop(PASS)
    best = max(values, key=lambda call: (values[call], -call), default=PASS)
    return BID + best if best != PASS and values[best] > stand + GAIN else BID + PASS


def _value(view: BeloteView, found: list[float], call: int) -> float:
    """The own score minus the opponents' if only passes followed this call."""
    if call == PASS and view.bid == PASS:
        return 0.0
    coinche = view.coinche + 1 if call in (COINCHE, SURCOINCHE) else view.coinche
    is_bid = PASS < call < COINCHE
    contract = call if is_bid else view.bid
    ours = is_bid or side_of(view.bidder) == side_of(view.seat)
    points = found[trump_of(contract)]
    if ours:
        return contract_marks(points, bid_value(contract), coinche)
    return -contract_marks(ALL_POINTS - points, bid_value(contract), coinche)


def contract_marks(points: float, value: int, coinche: int) -> float:
    """Expected score of the taker minus the defence's."""
    needed = ALL_TRICKS if value == 250 else value
    z = (needed - points) / SPREAD
    lost = 0.5 * (1 + math.erf(z / math.sqrt(2)))
    down = -(160.0 + value * (coinche + 1))
    if coinche:
        return lost * down + (1 - lost) * (160 + value * (coinche + 1))
    # The mean excess over the value, given that it is reached: a truncated normal.
    bell = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    made = (1 - lost) * points + SPREAD * bell
    return lost * down + 2 * made + (1 - lost) * (value - ALL_POINTS)
