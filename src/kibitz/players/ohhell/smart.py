"""Oh Hell by rule: estimate the tricks of the hand, then take what is needed and duck the rest.

Ties go to the lowest card id; high and low are by rank, whatever the suit; need = bid - tricks won.

- Bid. Trumps A 1, K .85, Q .55, J and 10 .25 each, and .25 for every trump beyond two. Each other
  suit: void .25 with any trump; A .85; K .55 (alone .30); Q .30 (with fewer than three cards .10);
  .15 for every card beyond four. Times 1.1, 1, .92, .85 for 2 to 5 players. The last bidder takes
  1.1 times that if the others have bid less than .6 of the tricks, .85 times if more than all. The
  nearest whole number, ties to even; if that is forbidden, the nearest that is not.
- Lead with need: a plain top card (nothing higher of its suit is left with the others), if possible
  in a suit in which nobody has shown a void, of the suit with most cards left; else the lowest top
  trump once trump is broken; else the highest plain card, safe suits first; else the highest.
  Without need: the lowest plain card, else the lowest.
- Follow with need: the lowest winner, else the lowest card. Without: the highest loser, else the
  lowest card.

The native twin is native/players/ohhell_rule_players.hpp.
"""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.cards import rank_of, suit_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.ohhell.rules import BID, best_card
from kibitz.games.ohhell.view import OhHellView
from kibitz.search.games.ohhell import memory

ABOUT = "Estimates its tricks, takes what it needs, and discards its highest losers."

NATIVE = "smart"

ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8
TRUMPS = {ACE: 1, KING: 0.85, QUEEN: 0.55, JACK: 0.25, TEN: 0.25}
BY_PLAYERS = {2: 1.1, 3: 1, 4: 0.92, 5: 0.85}


def choose(view: View, _rng: Stream) -> int:
    assert isinstance(view, OhHellView)
    legal = view.legal()
    if view.phase == "bid":
        return BID + nearest_bid(view, estimate(view), [action - BID for action in legal])
    if len(legal) == 1:
        return legal[0]
    bid = view.bids[view.seat]
    assert bid is not None
    need = bid - view.tricks[view.seat]
    return _follow(view, legal, need) if view.trick else _lead(view, legal, need)


def nearest_bid(view: OhHellView, promise: float, legal: list[int]) -> int:
    """The nearest whole number, ties to even; if that is forbidden, the nearest that is not."""
    wanted = min(max(round(promise), 0), view.hand_size)
    return wanted if wanted in legal else min(legal, key=lambda bid: abs(bid - promise))


def estimate(view: OhHellView) -> float:
    """The expected tricks of the hand."""
    suits = [[rank_of(c) for c in view.hand if suit_of(c) == suit] for suit in range(4)]
    trumps = len(suits[view.trump]) if view.trump >= 0 else 0
    promise = 0.0
    for suit, ranks in enumerate(suits):
        promise += _trump_value(ranks) if suit == view.trump else _side_value(ranks, trumps > 0)
    promise *= BY_PLAYERS[view.game.players]
    if view.seat == view.dealer:
        others = sum(bid for bid in view.bids if bid is not None)
        if others < 0.6 * view.hand_size:
            promise *= 1.1
        elif others > view.hand_size:
            promise *= 0.85
    return promise


def _trump_value(ranks: list[int]) -> float:
    value = 0.0
    for rank, worth in TRUMPS.items():
        value += worth if rank in ranks else 0
    return value + 0.25 * (len(ranks) - 2) if len(ranks) >= 3 else value


def _side_value(ranks: list[int], any_trump: bool) -> float:
    length = len(ranks)
    if length == 0:
        return 0.25 if any_trump else 0
    value = 0.0
    if ACE in ranks:
        value += 0.85
    if KING in ranks:
        value += 0.55 if length >= 2 else 0.3
    if QUEEN in ranks:
        value += 0.3 if length >= 3 else 0.1
    return value + 0.15 * (length - 4) if length >= 5 else value


def _lead(view: OhHellView, legal: list[int], need: int) -> int:
    side = [card for card in legal if suit_of(card) != view.trump]
    if need <= 0:
        return lowest(side or legal)
    gone = {view.turned, *view.hand, *(card for cards in view.played for card in cards)}
    unseen = [card for card in view.game.deck if card not in gone]
    left = [[card for card in unseen if suit_of(card) == suit] for suit in range(4)]
    voids = 0
    for seat, shown in enumerate(memory(view)):
        voids |= shown if seat != view.seat else 0
    top = [card for card in legal if card > max(left[suit_of(card)], default=-1)]
    top_side = [card for card in top if card in side]
    if top_side:
        among = [card for card in top_side if not voids >> suit_of(card) & 1] or top_side
        return min(among, key=lambda card: (-len(left[suit_of(card)]), card))
    if top and view.broken:
        return lowest(top)
    return highest([card for card in side if not voids >> suit_of(card) & 1] or side or legal)


def _follow(view: OhHellView, legal: list[int], need: int) -> int:
    trick = list(view.trick)
    winners = [card for card in legal if best_card([*trick, card], view.trump) == len(trick)]
    if need > 0:
        return lowest(winners or legal)
    losers = [card for card in legal if card not in winners]
    return highest(losers) if losers else lowest(legal)


def lowest(cards: Iterable[int]) -> int:
    return min(cards, key=lambda card: (rank_of(card), card))


def highest(cards: Iterable[int]) -> int:
    return min(cards, key=lambda card: (-rank_of(card), card))
