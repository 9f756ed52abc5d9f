"""Reckons in marks: of all contracts that it could bid, the one worth most, if any beats a pass.

The points of the side with each trump are taken to be spread like a bell, 20 points wide, around an
estimate that was fitted to solved deals. For every legal bid this gives the chance to make it and
the marks expected from it (rule 9), as if it were the last call; for a pass, what the standing
contract is worth to its taker with the points that are left; for a coinche, the same doubled. It
makes the call with the highest expectation, but bids only with a gain that pays for being heard. It
thinks one call ahead: what others may still bid it does not weigh, so it bids low where that is
enough.
"""

from __future__ import annotations

import functools
import math

from kibitz.bots.belote.bidding.parametric import ALL_POINTS, Table, estimates
from kibitz.bots.belote.bidding.weights import Weights, load
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

SPREAD = 20.0  # points
GAIN = 10.0  # marks that a bid must be worth more than a pass
ALL_TRICKS = 175.0  # points on the same scale that a capot needs


@functools.cache
def weights() -> Weights:
    return load("fitted")


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    found = estimates(Table.of(view), weights())
    values = {a - BID: _value(view, found, a - BID) for a in view.legal_actions}
    stand = values.pop(PASS)
    best = max(values, key=lambda call: (values[call], -call), default=PASS)
    return BID + best if best != PASS and values[best] > stand + GAIN else BID + PASS


def _value(view: BeloteView, found: list[float], call: int) -> float:
    """Own marks less the opponents' that this call is worth, were it the last but passes."""
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
    """Expected marks of the taker less those of the defence."""
    needed = ALL_TRICKS if value == 250 else value
    z = (needed - points) / SPREAD
    lost = 0.5 * (1 + math.erf(z / math.sqrt(2)))
    down = -(160.0 + value * (coinche + 1))
    if coinche:
        return lost * down + (1 - lost) * (160 + value * (coinche + 1))
    # The mean of what exceeds the value, where it does: the bell cut off below.
    bell = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    made = (1 - lost) * points + SPREAD * bell
    return lost * down + 2 * made + (1 - lost) * (value - ALL_POINTS)
