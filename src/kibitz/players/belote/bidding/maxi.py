"""Bids by convention: a bid is a message to the partner, who answers according to its cards.

Opening: 80 shows a suit of three or more with the jack, or with nine and ace; 90 jack and nine, or
jack with four cards and a side ace; 100 jack and nine with a side ace; 110 jack and nine with two,
or jack, nine and ace with one; every further ace and a fifth trump add ten, up to 140. Answer: the
partner adds ten for each side ace and ten for jack or nine of the suit, once; it needs one of them
and another trump, or two of them. A seat that has bid continues only over the opponents, and with
two aces. Messages also apply over the opponents' bids, if legal; otherwise it passes. It coinches
with four sure defensive tricks; a capot needs a hand that can hardly lose a trick.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import rank_of, suit_of
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, bid_value, side_of, trump_of
from kibitz.games.belote.view import BeloteView
from kibitz.players.belote.bidding.improved import length, sure_of_all, sure_tricks
from kibitz.search.games.belote.auction_memory import CAPOT_LEVEL, auction_memory, level_of

NINE, JACK, ACE = 2, 3, 7
SILENT = -1  # a suit without a message
LEVEL_MAX = 6  # 140
DEFENCE = 4  # sure tricks needed to coinche
Hand = tuple[int, ...]


def bid(view: View, _rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    if view.coinche:
        return BID + PASS
    best = max(range(4), key=lambda s: (message(view.hand, s), -s))
    if sure_of_all(view.hand, best) and level_of(view.bid) < CAPOT_LEVEL:
        return BID + CAPOT + best
    against = view.bid != PASS and side_of(view.bidder) != side_of(view.seat)
    if against and beats(view):
        return BID + COINCHE
    partner_bid = auction_memory(view.calls).last[view.seat ^ 2]
    if partner_bid != PASS:
        return BID + answer(view, partner_bid)
    return BID + send(view, best)


def message(hand: Hand, suit: int) -> int:
    """The level that the hand shows in a suit, or SILENT."""
    trumps, aces = length(hand, suit), outside_aces(hand, suit)
    jack, nine, ace = (8 * suit + rank in hand for rank in (JACK, NINE, ACE))
    if trumps < 3:
        return SILENT
    if jack and nine:
        level = (1, 2, 3)[min(aces + (ace and aces > 0), 2)] + max(0, aces - 2)
        return min(level + (trumps >= 5), LEVEL_MAX)
    if jack:
        return 1 if trumps >= 4 and aces else 0
    return 0 if nine and ace else SILENT


def send(view: BeloteView, suit: int) -> int:
    """The message of a suit, if legal; a suit bid before continues with an extra ace."""
    level = message(view.hand, suit)
    if has_bid(view) and outside_aces(view.hand, suit) > 1:
        level += 1
    return at_level(view, level, suit)


def answer(view: BeloteView, partner: int) -> int:
    """Ten for each side ace and for jack or nine of the partner's suit, once."""
    trump = trump_of(partner)
    tops = sum(8 * trump + rank in view.hand for rank in (JACK, NINE))
    shown = outside_aces(view.hand, trump) + tops
    if has_bid(view) or shown < 1 or (shown == 1 and length(view.hand, trump) < 2):
        return PASS
    return at_level(view, min(level_of(partner) + shown, LEVEL_MAX), trump)


def at_level(view: BeloteView, level: int, suit: int) -> int:
    """The bid of a level, or a pass if it is not legal."""
    lowest = level_of(view.bid) + 1 if view.bid != PASS else 0
    return 4 * level + suit + 1 if lowest <= level <= LEVEL_MAX else PASS


def has_bid(view: BeloteView) -> bool:
    return any(seat == view.seat and PASS < call < COINCHE for seat, call in view.calls)


def outside_aces(hand: Hand, trump: int) -> int:
    return sum(suit_of(c) != trump and rank_of(c) == ACE for c in hand)


def beats(view: BeloteView) -> bool:
    """Whether the hand has enough tricks to coinche."""
    return sure_tricks(view.hand, view.trump) >= (1 if bid_value(view.bid) == 250 else DEFENCE)
