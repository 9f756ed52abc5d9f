"""Bids what its own hand counts, and ignores the other bids.

Every card has an estimate in points: trumps by rank (jack 36, nine 26, ace 20, ten 14, king and
queen 10, the small ones 6), aces of other suits 18, tens 5, kings 2. The best suit is bid at once
for all that its estimate covers, rounded down to tens, up to 140; once its suit has been bid for as
much as the hand holds, it passes. It neither supports its partner nor competes with it in another
suit, and coinches only with jack and nine of the opponents' trump. The plainest way to bid, and the
baseline for the others.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import rank_of, suit_of
from kibitz.games.belote.rules import BID, COINCHE, PASS, side_of
from kibitz.games.belote.view import BeloteView
from kibitz.search.games.belote.auction_memory import CAPOT_LEVEL, level_of

TRUMP_PROMISE = (6, 6, 26, 36, 10, 10, 14, 20)  # by rank 7 8 9 J Q K 10 A
PLAIN_PROMISE = (0, 0, 0, 0, 0, 2, 5, 18)
VALUE_MAX = 140
NINE, JACK = 2, 3


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    if view.coinche:
        return BID + PASS
    against = view.bid != PASS and side_of(view.bidder) != side_of(view.seat)
    if against and holds_top(view):
        return BID + COINCHE
    if view.bid != PASS and not against:
        return BID + PASS
    suit = max(range(4), key=lambda s: (promise(view.hand, s), -s))
    return BID + bid_up_to(view, suit, min(promise(view.hand, suit), VALUE_MAX))


def promise(hand: tuple[int, ...], trump: int) -> int:
    """The estimated points of a hand with this trump."""
    return sum((TRUMP_PROMISE if suit_of(c) == trump else PLAIN_PROMISE)[rank_of(c)] for c in hand)


def holds_top(view: BeloteView) -> bool:
    """Whether the hand has jack and nine of the trump that was bid."""
    return {8 * view.trump + JACK, 8 * view.trump + NINE} <= set(view.hand)


def bid_up_to(view: BeloteView, suit: int, points: int) -> int:
    """The highest bid in a suit that these points cover, or a pass if none is legal."""
    lowest = level_of(view.bid) + 1 if view.bid != PASS else 0
    level = (points - 80) // 10
    return 4 * level + suit + 1 if lowest <= level < CAPOT_LEVEL else PASS
