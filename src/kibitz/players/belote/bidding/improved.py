"""The count of `heuristic` with a partner: it supports, raises, and coinches what it can beat.

On its own it bids like `heuristic`. A partner's suit is worth the hand's own estimate plus 40 for
what the partner has shown; it is raised as far as that covers, ten at a time beyond what is needed.
It bids another suit over the partner only if its own hand alone covers it and it is short in the
partner's suit. It coinches an opponents' contract if the defence counts three sure tricks against
110 or more, four against less, one against a capot: aces outside, the jack, and the nine with
another trump. It calls capot with the five best trumps and aces otherwise.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import bits, rank_of, suit_of
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, bid_value, side_of
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.evaluation import takes_all
from kibitz.players.belote.bidding.heuristic import VALUE_MAX, bid_up_to, promise
from kibitz.search.games.belote.auction_memory import CAPOT_LEVEL, level_of

SUPPORT = 40  # what a partner's bid has shown
SHORT = 1  # this many trumps or fewer are short
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
        room = (points - bid_value(view.bid)) // 20  # half: the partner may raise too
        return BID + (bid_up_to(view, view.trump, bid_value(view.bid) + 10 * room))
    return BID + own


def length(hand: tuple[int, ...], suit: int) -> int:
    return sum(suit_of(card) == suit for card in hand)


def sure_tricks(hand: tuple[int, ...], trump: int) -> int:
    """Tricks that a defence can count on: side aces, the jack, and the nine with a guard."""
    aces = sum(suit_of(c) != trump and rank_of(c) == ACE for c in hand)
    jack, nine = 8 * trump + JACK in hand, 8 * trump + NINE in hand
    return aces + jack + (nine and length(hand, trump) > 1)


def beats(view: BeloteView) -> bool:
    """Whether the hand alone is likely to beat the opponents' contract."""
    value = bid_value(view.bid)
    return sure_tricks(view.hand, view.trump) >= (1 if value == 250 else 3 if value >= 110 else 4)


def sure_of_all(hand: tuple[int, ...], trump: int) -> bool:
    return takes_all(bits(hand), trump)
