"""Bids by convention: a bid is a message to the partner, who answers card by card.

Opening: 80 shows a suit of three or more with the jack, or with nine and ace; 90 jack and nine, or
jack with four cards and an outside ace; 100 jack and nine with an outside ace; 110 jack and nine
with two, or jack, nine and ace with one; every further ace and a fifth trump add ten, up to 140.
Answer: the partner adds ten for each outside ace and ten for jack or nine of the suit, once; it
needs one of them and another trump, or two of them. Who has bid goes on only over the opponents,
and with two aces. Messages stand over the opponents' bids too, if they are legal; else it passes.
Four sure defensive tricks coinche; a capot needs a hand that can hardly lose a trick.
"""

from __future__ import annotations

from kibitz.bots.belote.bidding.improved import length, sure_of_all, sure_tricks
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import rank_of, suit_of
from kibitz.games.belote.heard import CAPOT_LEVEL, heard, level_of
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, bid_value, side_of, trump_of
from kibitz.games.belote.view import BeloteView

NINE, JACK, ACE = 2, 3, 7
SILENT = -1  # a suit that has no message
LEVEL_MAX = 6  # 140
DEFENCE = 4  # sure tricks that coinche
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
    heard_of_partner = heard(view.calls).last[view.seat ^ 2]
    if heard_of_partner != PASS:
        return BID + answer(view, heard_of_partner)
    return BID + send(view, best)


def message(hand: Hand, suit: int) -> int:
    """The level that the hand shows with a suit, or SILENT."""
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
    """The message of a suit, if it is legal; a suit bid before goes on with an ace more."""
    level = message(view.hand, suit)
    if has_bid(view) and outside_aces(view.hand, suit) > 1:
        level += 1
    return at_level(view, level, suit)


def answer(view: BeloteView, partner: int) -> int:
    """Ten for each ace outside and for jack or nine of the partner's suit, once."""
    trump = trump_of(partner)
    tops = sum(8 * trump + rank in view.hand for rank in (JACK, NINE))
    shown = outside_aces(view.hand, trump) + tops
    if has_bid(view) or shown < 1 or (shown == 1 and length(view.hand, trump) < 2):
        return PASS
    return at_level(view, min(level_of(partner) + shown, LEVEL_MAX), trump)


def at_level(view: BeloteView, level: int, suit: int) -> int:
    """The bid of a level, or a pass where that is not legal."""
    lowest = level_of(view.bid) + 1 if view.bid != PASS else 0
    return 4 * level + suit + 1 if lowest <= level <= LEVEL_MAX else PASS


def has_bid(view: BeloteView) -> bool:
    return any(seat == view.seat and PASS < call < COINCHE for seat, call in view.calls)


def outside_aces(hand: Hand, trump: int) -> int:
    return sum(suit_of(c) != trump and rank_of(c) == ACE for c in hand)


def beats(view: BeloteView) -> bool:
    """Whether the hand has the tricks to coinche."""
    return sure_tricks(view.hand, view.trump) >= (1 if bid_value(view.bid) == 250 else DEFENCE)
