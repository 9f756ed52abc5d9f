"""The count of `heuristic` with a partner: it supports, raises, and doubts what it can beat.

Alone it bids like `heuristic`. A partner's suit is worth the hand's own promise in it and 40 more
for what the partner has shown; it is raised for as much as that covers, ten at a time beyond what
is needed. Another suit is bid over the partner only if the own hand alone covers it and the
partner's suit is short here. A contract of the opponents is coinched if the defence counts three
sure tricks against 110 or more, four against less, one against a capot: aces outside, the jack, and
the nine with another trump. It calls capot with the five best trumps and aces for the rest.
"""

from __future__ import annotations

from kibitz.bots.belote.bidding.evaluation import takes_all
from kibitz.bots.belote.bidding.heuristic import VALUE_MAX, bid_up_to, promise
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import bits, rank_of, suit_of
from kibitz.games.belote.heard import CAPOT_LEVEL, level_of
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, bid_value, side_of
from kibitz.games.belote.view import BeloteView

SUPPORT = 40  # what a partner's bid has shown
SHORT = 1  # so many trumps or fewer are short
NINE, JACK, ACE = 2, 3, 7


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    if view.coinche:
        return BID + PASS
    suit = max(range(4), key=lambda s: (promise(view.hand, s), -s))
    if sure_of_all(view.hand, suit) and level_of(view.bid) < CAPOT_LEVEL:
        return BID + CAPOT + suit
    own = bid_up_to(view, suit, min(promise(view.hand, suit), VALUE_MAX))
    if view.bid == PASS:
        return BID + own
    if side_of(view.bidder) != side_of(view.seat):
        return BID + COINCHE if beats(view) else BID + own
    if view.bidder == view.seat ^ 2 and length(view.hand, view.trump) > SHORT:
        points = min(promise(view.hand, view.trump) + SUPPORT, VALUE_MAX)
        room = (points - bid_value(view.bid)) // 20  # half of what is left: the partner sees too
        return BID + (bid_up_to(view, view.trump, bid_value(view.bid) + 10 * room))
    return BID + own


def length(hand: tuple[int, ...], suit: int) -> int:
    return sum(suit_of(card) == suit for card in hand)


def sure_tricks(hand: tuple[int, ...], trump: int) -> int:
    """Tricks that a defence may count on: aces outside, the jack, and the nine with a guard."""
    aces = sum(suit_of(c) != trump and rank_of(c) == ACE for c in hand)
    jack, nine = 8 * trump + JACK in hand, 8 * trump + NINE in hand
    return aces + jack + (nine and length(hand, trump) > 1)


def beats(view: BeloteView) -> bool:
    """Whether the hand alone is likely to beat the opponents' contract."""
    value = bid_value(view.bid)
    return sure_tricks(view.hand, view.trump) >= (1 if value == 250 else 3 if value >= 110 else 4)


def sure_of_all(hand: tuple[int, ...], trump: int) -> bool:
    return takes_all(bits(hand), trump)
