"""Oh Hell by a plan: play the card after which the bid is most likely to be met.

What it considers beyond `smart`: bids that add up to the tricks for every number of players, who
still plays to a trick and what they want, ruffs, and ducking for the sake of later tricks.

- Estimate of a hand, in tricks, card by card. `held` is the probability that an unseen card is in
  another hand at all and not in the stock; a card is top with probability (1 - held) to the power
  of the unseen cards above it. A trump counts TRUMP_TOP if it is top and TRUMP_LOW if not; another
  card SIDE_TOP, or SIDE_LOW shared with the cards above it, less the effect of ruffs: the fewer
  cards of the suit the others have left for that round, the more. Short suits add a little.
- Bid: the estimate, scaled by the number of players, and moved by SHARE towards what the bids so
  far leave over (seats that have not bid yet count with an even share). The nearest legal number.
- Card: for every legal one, the probability that it takes this trick (no later seat holds and wants
  to play a card that beats it), and the estimate of the remaining hand. The value is the
  probability of ending with exactly the bid: a bell curve around the estimate that widens with the
  tricks to come. The highest value wins; ties go to the lowest card.

The parameters were found by trial against `smart` and against itself with 2 to 5 players. With 3 to
5, the bids of a table of sharps add up to 91 to 99 % of the tricks, with 2 players to 72 %: there,
higher bids lose.

The native twin is native/players/ohhell_sharp.hpp: the same operations in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.core.cards import rank_of, suit_of
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.ohhell.rules import BID, best_card
from kibitz.games.ohhell.view import OhHellView
from kibitz.search.games.ohhell import memory

ABOUT = "Weighs, for every card, the chance of meeting its bid: the strongest rule player."

TRUMP_TOP, TRUMP_LOW = 0.869, 0.297
SIDE_TOP, SIDE_LOW = 0.266, 0.424
RUFF_FEAR = 1.231  # cards of a suit per player at which half of the ruffs are feared
VOID, SINGLE = 0.01, 0.01  # of a plain suit, with a trump in hand
SCALE = {2: 1.681, 3: 1.93, 4: 1.681, 5: 1.506}
SHARE = 0.096
SPREAD, SPREAD_TRICK = 0.515, 0.074  # width of the bell, and what each coming trick adds
PLAN = 1.115  # the estimate during play relative to that of the bid
EAGER, SHY = 0.181, 0.616  # how surely a seat that needs tricks, or needs none, beats a card
SPOIL = -0.148  # for taking a trick when the bid is lost anyway

NATIVE = "sharp"


def choose(view: View, _rng: Stream) -> int:
    assert isinstance(view, OhHellView)
    table = look(view)
    legal = view.legal()
    if view.phase == "bid":
        return BID + choose_bid(view, table, [action - BID for action in legal])
    if len(legal) == 1:
        return legal[0]
    return choose_card(view, table, legal)


@dataclass(frozen=True)
class CardCount:
    """What the seat sees, counted once per decision."""

    unseen: list[list[int]]  # ranks by suit: not in hand, not played, not turned up
    trump: int
    held: float  # probability that an unseen card is in another hand
    place: float  # probability that it is in one given other hand
    ruff: float  # probability that any other hand has a trump

    def above(self, card: int) -> int:
        """The number of higher unseen cards of the suit."""
        return sum(rank > rank_of(card) for rank in self.unseen[suit_of(card)])


def look(view: OhHellView) -> CardCount:
    players = view.game.players
    gone = {view.turned, *view.hand, *(card for cards in view.played for card in cards)}
    unseen = _by_suit(card for card in view.game.deck if card not in gone)
    cards = sum(view.hand_size - len(view.played[s]) for s in range(players) if s != view.seat)
    left = sum(map(len, unseen))
    held = cards / left if left > 0 else 0.0
    ruff = 0.0 if view.trump < 0 else 1 - _power(1 - held, len(unseen[view.trump]))
    return CardCount(unseen, view.trump, held, held / (players - 1), ruff)


def promise(table: CardCount, hand: list[int]) -> float:
    """The expected tricks of a hand."""
    suits = [[card for card in reversed(hand) if suit_of(card) == suit] for suit in range(4)]
    trumps = 0 if table.trump < 0 else len(suits[table.trump])
    total = 0.0
    for suit, cards in enumerate(suits):
        if suit == table.trump:
            for card in cards:
                top = _power(1 - table.held, table.above(card))
                total += top * TRUMP_TOP + (1 - top) * TRUMP_LOW
            continue
        if not cards:
            total += VOID if trumps > 0 else 0
            continue
        if len(cards) == 1 and trumps > 0:
            total += SINGLE
        each = len(table.unseen[suit]) * table.place  # in one other hand
        for i, card in enumerate(cards):
            higher = table.above(card)
            top = _power(1 - table.held, higher)
            follow = max(0.0, each - i)
            safe = 1 - table.ruff * (1 - follow / (follow + RUFF_FEAR))
            total += (top * SIDE_TOP + (1 - top) * SIDE_LOW / (higher + 1)) * safe
    return total


def promise_of(
    deck: Sequence[int], hand: list[int], turned: int, trump: int, players: int
) -> float:
    """The expected tricks of a hand before any bid or play, scaled as for a bid."""
    gone = {turned, *hand}
    unseen = _by_suit(card for card in deck if card not in gone)
    held = len(hand) * (players - 1) / sum(map(len, unseen))
    ruff = 0.0 if trump < 0 else 1 - _power(1 - held, len(unseen[trump]))
    table = CardCount(unseen, trump, held, held / (players - 1), ruff)
    return promise(table, sorted(hand)) * SCALE[players]


def choose_bid(view: OhHellView, table: CardCount, legal: list[int]) -> int:
    players, size = view.game.players, view.hand_size
    wanted = promise(table, sorted(view.hand)) * SCALE[players]
    made = [bid for bid in view.bids if bid is not None]
    silent = players - len(made) - 1
    left = size - sum(made) - silent * size / players
    wanted += SHARE * (left - wanted)
    return min(legal, key=lambda bid: abs(bid - wanted))


def choose_card(view: OhHellView, table: CardCount, legal: list[int]) -> int:
    bid = view.bids[view.seat]
    assert bid is not None
    need, after = bid - view.tricks[view.seat], len(view.hand) - 1
    lost = need < 0 or need > after + 1
    voids, hand = memory(view), sorted(view.hand)
    best, best_value = -1, 0.0
    for card in legal:
        win = takes(view, table, voids, card)
        rest = promise(table, [other for other in hand if other != card])
        value = win * exactly(need - 1, rest, after)
        value += (1 - win) * exactly(need, rest, after)
        value += SPOIL * win * lost
        if best < 0 or value > best_value:
            best, best_value = card, value
    return best


def takes(view: OhHellView, table: CardCount, voids: list[int], card: int) -> float:
    """The probability that a card takes the current trick."""
    trick, players = [*view.trick, card], view.game.players
    if best_card(trick, table.trump) != len(trick) - 1:
        return 0.0
    suit, led, higher = suit_of(card), suit_of(trick[0]), table.above(card)
    of_trump = 0 if table.trump < 0 else len(table.unseen[table.trump])
    chance = 1.0
    for i in range(len(trick), players):
        seat = (view.leader + i) % players
        void = voids[seat] >> led & 1
        out = 1.0 if void else _power(1 - table.place, len(table.unseen[led]))
        beaten = 0.0
        if suit == led:
            if not void:
                beaten += 1 - _power(1 - table.place, higher)
            if suit != table.trump:
                beaten += out * (1 - _power(1 - table.place, of_trump))
        else:
            beaten += out * (1 - _power(1 - table.place, higher))
        bid = view.bids[seat]
        assert bid is not None
        chance *= 1 - beaten * (EAGER if bid > view.tricks[seat] else SHY)
    return chance


def exactly(need: int, expected: float, tricks: int) -> float:
    """The probability of exactly `need` of the coming tricks, given the expected number."""
    if need < 0 or need > tricks:
        return 0.0
    off = need - expected * PLAN
    return math.exp(-off * off / (SPREAD + SPREAD_TRICK * tricks))


def _by_suit(cards: Iterable[int]) -> list[list[int]]:
    """The ranks of these cards, suit by suit."""
    ranks: list[list[int]] = [[], [], [], []]
    for card in cards:
        ranks[suit_of(card)].append(rank_of(card))
    return ranks


def _power(x: float, n: int) -> float:
    """Power by repeated multiplication, as in the native twin, for the same bits."""
    result = 1.0
    for _ in range(n):
        result *= x
    return result
