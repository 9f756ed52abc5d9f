"""Belote by a simple rule: count what a suit would be worth as trump, and bid that.

In play a seat adds points to its partner's tricks, wins others as cheaply as it can, and keeps its
points away from the opponents.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.cards import (
    PLAIN_POINTS,
    TRUMP_POINTS,
    rank_of,
    suit_of,
    trump_strength,
)
from kibitz.games.belote.rules import BID, COINCHE, PASS, best_place, bid_value, trump_of
from kibitz.games.belote.view import BeloteView

# What a card contributes to a contract, by rank 7 8 9 J Q K 10 A.
TRUMP_PROMISE = (6, 6, 26, 36, 10, 10, 14, 20)
PLAIN_PROMISE = (0, 0, 0, 0, 0, 2, 5, 18)
SUPPORT = 40  # the value of a partner's bid, half of it in cards that help any trump
BID_MAX = 140
COINCHE_FROM = 120  # a bid that high is coinched by a strong defence
NINE, JACK, ACE = 2, 3, 7


def choose(view: View, rng: Stream) -> int:
    assert isinstance(view, BeloteView)
    return choose_bid(view, rng) if view.phase == "bid" else choose_card(view)


def choose_bid(view: BeloteView, rng: Stream) -> int:
    legal = view.legal()
    if view.coinche:
        return BID + PASS
    partner_bid = view.bidder >= 0 and view.bidder == view.seat ^ 2
    if view.bid != PASS and view.bidder % 2 != view.seat % 2 and _defends(view):
        return BID + COINCHE if BID + COINCHE in legal else BID + PASS
    if view.bidder == view.seat:  # not over its own bid
        return BID + PASS
    worth = {suit: promise(view.hand, suit) for suit in range(4)}
    if partner_bid:
        worth = {suit: w + SUPPORT if suit == view.trump else 0 for suit, w in worth.items()}
    suit = max(worth, key=lambda s: worth[s])
    value = min(BID_MAX, 10 * int((worth[suit] + rng.below(10) - 5) / 10))
    bids = [a for a in legal if a > BID + PASS and a < BID + COINCHE and trump_of(a - BID) == suit]
    within = [a for a in bids if bid_value(a - BID) <= value]
    return max(within) if within else BID + PASS


def promise(hand: tuple[int, ...], trump: int) -> int:
    """The estimated points of a hand with this trump."""
    return sum((TRUMP_PROMISE if suit_of(c) == trump else PLAIN_PROMISE)[rank_of(c)] for c in hand)


def _defends(view: BeloteView) -> bool:
    """Whether this hand alone is likely to beat a high bid by the opponents."""
    strong = sum(suit_of(c) == view.trump and rank_of(c) in (JACK, NINE) for c in view.hand)
    aces = sum(suit_of(c) != view.trump and rank_of(c) == ACE for c in view.hand)
    return bid_value(view.bid) >= COINCHE_FROM and strong + aces >= 3


def choose_card(view: BeloteView) -> int:
    cards, trump = view.legal(), view.trump

    def points(card: int) -> int:
        return (TRUMP_POINTS if suit_of(card) == trump else PLAIN_POINTS)[rank_of(card)]

    def strength(card: int) -> tuple[bool, int]:
        plain = suit_of(card) != trump
        return not plain, rank_of(card) if plain else trump_strength(card)

    if not view.trick:
        return _lead(view, cards, strength, points)
    trick = list(view.trick)
    best = best_place(trick, trump)
    last = len(trick) == 3
    partner_wins = (len(trick) - best) % 2 == 0
    winners = [card for card in cards if best_place([*trick, card], trump) == len(trick)]
    if partner_wins and (last or suit_of(trick[best]) == trump):
        # Add points, but do not waste a trump.
        return max(cards, key=lambda c: (suit_of(c) != trump, points(c), -strength(c)[1]))
    if winners and not partner_wins:
        return max(winners, key=strength) if not last else min(winners, key=strength)
    return min(cards, key=lambda c: (points(c), strength(c)))


def _lead(
    view: BeloteView,
    cards: list[int],
    strength: Callable[[int], tuple[bool, int]],
    points: Callable[[int], int],
) -> int:
    """The taker's side draws trump with the highest; then aces; then what costs nothing."""
    gone = {card for played in view.played for card in played}
    own = [c for c in cards if suit_of(c) == view.trump]
    left = [c for c in view.deck if suit_of(c) == view.trump and c not in gone]
    takes = view.bidder % 2 == view.seat % 2
    if takes and own and len(left) > len(own):
        highest = max(left, key=trump_strength)
        if highest in own:
            return highest
    plain = [c for c in cards if suit_of(c) != view.trump]
    masters = [c for c in plain if all(o in gone for o in range(c + 1, 8 * suit_of(c) + 8))]
    if masters:
        return max(masters, key=points)
    return min(plain or cards, key=lambda c: (points(c), strength(c)))
