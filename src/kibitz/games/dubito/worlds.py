"""Worlds that fit what a seat has seen at Dubito, drawn uniformly.

Treat the 54 cards as distinct, and a history as the deal plus the cards that each play contains.
All histories that look the same to the viewer are equally likely. It follows:

1. Nobody picks up within a round, so a seat's cards, in hand and in its plays of the round, stay
   together from the opening to the doubt. Let c be the number of cards of a value that a hidden
   seat has now. Doubts have revealed what it played and took in earlier rounds, so c determines how
   many it had at each opening.
2. How these cards are split between its hand and its plays of this round is uniform: shuffle and
   cut.
3. The number of histories with given c is, up to a constant, a product over seats and values. A
   seat that had h cards of a value at an opening and played k of them could do so in h! / (h - k)!
   ways, and the h of the deal contribute 1 / h!. It is 0 if a seat has played more than it had, or
   has kept four of a kind. (For a seat that has played nothing that it picked up, this gives 1 / (c
   - picked up)!: its known cards stay with it, and the unseen cards are uniform over all other
   places.)
4. The c of all seats add up to the cards of each value, and those of all values to the cards of
   each seat. Such tables are drawn exactly: by counting all ways to fill the rest, value by value;
   or, if there are many seats and counting is slow, by dealing out the unseen cards and rejecting
   in proportion. Both give the same distribution, so rejection may give up and fall back to
   counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.rng import Stream
from kibitz.games.dubito.events import lay_size
from kibitz.games.dubito.rules import FOUR, LAY_ID, VALUES, Play

if TYPE_CHECKING:
    from kibitz.games.dubito.view import DubitoView

COUNT_MAX = FOUR - 1  # of a value with one seat at an opening: rule 6
TABLE_MAX = 20_000  # states; up to this many, counting is faster than rejection
TRIES = 100  # of rejection, before falling back to counting

Counts = list[int]  # one for each value


@dataclass(frozen=True)
class Hidden:
    """The cards that other seats have, as far as one seat can reason about them."""

    seats: tuple[int, ...]  # the seats that have any, in ascending order of their number of cards
    sizes: tuple[int, ...]  # the number of cards of each, in hand and in its plays of this round
    totals: tuple[int, ...]  # the number of cards of each value that they have together
    weights: tuple[tuple[tuple[float, ...], ...], ...]  # [seat][value][c]: see step 3 above

    @classmethod
    def of(cls, view: DubitoView) -> Hidden:
        own = _count(view.hand)
        laid = [0] * view.game.players
        for play in view.board:
            laid[play.seat] += play.size
            for card in play.cards:
                own[card] += 1
        totals = tuple(n - k for n, k in zip(view.in_game, own, strict=True))
        size = [n + k for n, k in zip(view.hand_sizes, laid, strict=True)]
        seats = sorted(
            (s for s in range(view.game.players) if s != view.seat and size[s]),
            key=lambda s: size[s],
        )
        steps = [_steps(view, seat) for seat in range(view.game.players)]
        copies = view.copies
        weights = tuple(
            tuple(_weights(totals[v], copies[v], steps[seat][v]) for v in range(VALUES))
            for seat in seats
        )
        return cls(tuple(seats), tuple(size[s] for s in seats), totals, weights)

    def draw(self, rng: Stream) -> list[Counts]:
        """Draw the cards of each of `seats`, as counts of values."""
        if prod(size + 1 for size in self.sizes[:-1]) > TABLE_MAX:
            for _ in range(TRIES):
                found = self._try(rng)
                if found is not None:
                    return found
        return self._count_and_draw(rng)

    # By counting --------------------------------------------------------------------------------

    @cached_property
    def _tables(self) -> list[NDArray[np.float64]]:
        """tables[v][room]: the number of ways to fit values v.. into the room of all but the last
        seat.

        The last seat takes the rest, so its room follows from the others.
        """
        shape = tuple(size + 1 for size in self.sizes[:-1])
        table = np.zeros(shape)
        table[(0,) * len(shape)] = 1
        tables = [table]
        for value in range(VALUES - 1, -1, -1):
            table = np.zeros(shape)
            for split, weight in self._splits(value):
                to = tuple(slice(k, None) for k in split)
                of = tuple(slice(0, max(0, n - k)) for n, k in zip(shape, split, strict=True))
                table[to] += weight * tables[-1][of]
            tables.append(table)
        return tables[::-1]

    def _splits(self, value: int) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield the possible splits of a value with their weights; the last seat takes the rest."""

        def split(i: int, left: int) -> Iterator[tuple[tuple[int, ...], float]]:
            weights = self.weights[i][value]
            if i == len(self.seats) - 1:
                if left < len(weights) and weights[left]:
                    yield (), weights[left]
                return
            for k, weight in enumerate(weights[: left + 1]):
                if weight:
                    for rest, product in split(i + 1, left - k):
                        yield (k, *rest), weight * product

        return split(0, self.totals[value]) if self.seats else iter(())

    def _count_and_draw(self, rng: Stream) -> list[Counts]:
        counts = [[0] * VALUES for _ in self.seats]
        if not self.seats:
            return counts
        room = self.sizes[:-1]
        for value in range(VALUES):
            table = self._tables[value + 1]
            choices = []
            for split, weight in self._splits(value):
                rest = tuple(n - k for n, k in zip(room, split, strict=True))
                if min(rest, default=0) >= 0 and table[rest]:
                    choices.append((weight * float(table[rest]), split, rest))
            assert choices, "the history that this seat has seen is impossible"
            _, split, room = _pick(choices, rng)
            for i, k in enumerate((*split, self.totals[value] - sum(split))):
                counts[i][value] = k
        return counts

    # By rejection -------------------------------------------------------------------------------

    @cached_property
    def _least(self) -> list[Counts]:
        """The minimum of each value that a seat has: the cards known to be with it."""
        return [
            [next((c for c, weight in enumerate(w) if weight), 0) for w in rows]
            for rows in self.weights
        ]

    @cached_property
    def _chances(self) -> list[list[list[float]]]:
        """[seat][value][x]: the probability of accepting x unseen cards dealt to that seat."""
        chances: list[list[list[float]]] = []
        for rows, least in zip(self.weights, self._least, strict=True):
            chances.append([])
            for weights, low in zip(rows, least, strict=True):
                ratio = [weight * factorial(x) for x, weight in enumerate(weights[low:])]
                chances[-1].append([r / max(ratio) for r in ratio])
        return chances

    def _try(self, rng: Stream) -> list[Counts] | None:
        """Deal out the unseen cards; return None if the result is rejected."""
        unseen = [
            value
            for value in range(VALUES)
            for _ in range(self.totals[value] - sum(least[value] for least in self._least))
        ]
        rng.shuffle(unseen)
        counts = []
        for size, least, chances in zip(self.sizes, self._least, self._chances, strict=True):
            k = size - sum(least)
            got, unseen = _count(unseen[:k]), unseen[k:]
            for x, chance in zip(got, chances, strict=True):
                if x >= len(chance) or (chance[x] < 1 and _unit(rng) >= chance[x]):
                    return None
            counts.append([a + b for a, b in zip(least, got, strict=True)])
        return counts


def sample(
    view: DubitoView, rng: Stream
) -> tuple[list[dict[str, Any]], list[int], dict[str, Any] | None]:
    """Draw one world: the deal, actions and starting position of a game that looks the same."""
    if view.phase == "deal":
        return [], [], None
    cards = _cards_now(view, rng)
    board = [(play.seat, play.cards or _take(cards[play.seat], play.size)) for play in view.board]
    return fill(view, cards, board)


def fill(
    view: DubitoView, hands_now: Sequence[Sequence[int]], board: Sequence[Play]
) -> tuple[list[dict[str, Any]], list[int], dict[str, Any] | None]:
    """Build the game that a view shows, with these hands and these plays of the round."""
    cards = [list(hand) for hand in hands_now]
    for seat, laid in board:
        cards[seat] += laid
    plays = [play for reveal, _ in view.reveals for play in reveal.plays] + list(board)
    hands = _at_first_opening(view, cards)
    if view.start is None:
        return [{"hands": [sorted(hand) for hand in hands]}], _actions(view, plays), None
    given = len(view.start["board"])
    for seat, laid in plays[:given]:
        for card in laid:
            hands[seat].remove(card)
    start = {
        "hands": [sorted(hand) for hand in hands],
        "board": [{"seat": seat, "cards": list(laid)} for seat, laid in plays[:given]],
        "number": view.start["number"],
        "player": view.start["player"],
        "out": list(view.start["out"]),
        "turns": view.start["turns"],
    }
    return [], _actions(view, plays[given:]), start


def _cards_now(view: DubitoView, rng: Stream) -> list[list[int]]:
    """The cards of each seat, shuffled, including plays of this round; for the viewer its hand."""
    cards: list[list[int]] = [[] for _ in range(view.game.players)]
    for seat, counts in zip(view.hidden.seats, view.hidden.draw(rng), strict=True):
        cards[seat] = [value for value in range(VALUES) for _ in range(counts[value])]
        rng.shuffle(cards[seat])
    cards[view.seat] = list(view.hand)
    return cards


def _take(cards: list[int], count: int) -> tuple[int, ...]:
    """Remove the first cards of a shuffled list and return them as a play."""
    laid = tuple(sorted(cards[:count]))
    del cards[:count]
    return laid


def _at_first_opening(view: DubitoView, cards: Sequence[list[int]]) -> list[list[int]]:
    """The cards of each seat at the first opening, given those at the opening of this round.

    The doubts are undone, last first.
    """
    hands = [list(hand) for hand in cards]
    for reveal, dropped in reversed(view.reveals):
        hands[reveal.loser] += [value for value in dropped for _ in range(FOUR)]
        for card in reveal.taken:
            hands[reveal.loser].remove(card)
        for seat, laid in reveal.plays:
            hands[seat] += laid
    return hands


def _actions(view: DubitoView, plays: Sequence[Play]) -> list[int]:
    """The actions of the history with hidden lays filled in."""
    coming = iter(plays)
    actions = []
    for event in view.history:
        if lay_size(event):
            actions.append(LAY_ID[next(coming)[1]])
        elif event.kind == "action":
            assert isinstance(event.data, int)
            actions.append(event.data)
    return actions


Step = tuple[
    int, int, bool
]  # at a doubt: how many of a value a seat had laid, took, and whether it
# dropped four of them


def _steps(view: DubitoView, seat: int) -> list[list[Step]]:
    """For each value, what a seat did with it in the rounds that involved it."""
    steps: list[list[Step]] = [[] for _ in range(VALUES)]
    for reveal, dropped in view.reveals:
        laid = _count(card for s, cards in reveal.plays if s == seat for card in cards)
        taken = _count(reveal.taken if reveal.loser == seat else ())
        for value in range(VALUES):
            if laid[value] or taken[value]:
                drops = reveal.loser == seat and value in dropped
                steps[value].append((laid[value], taken[value], drops))
    return steps


def _weights(total: int, copies: int, steps: Sequence[Step]) -> tuple[float, ...]:
    """The number of histories for c = 0, 1, .. of a value with one seat now, scaled to maximum
    1."""
    exact = [_histories(c, copies, steps) for c in range(min(total, COUNT_MAX) + 1)]
    return tuple(float(number / max(exact)) for number in exact)


def _histories(c: int, copies: int, steps: Sequence[Step]) -> Fraction:
    h = c + sum(laid - taken + FOUR * drops for laid, taken, drops in steps)
    if not 0 <= h <= min(copies, COUNT_MAX):
        return Fraction(0)
    number = Fraction(1, factorial(h))
    for laid, taken, drops in steps:
        if laid > h:
            return Fraction(0)
        number *= Fraction(factorial(h), factorial(h - laid))
        h += taken - laid
        if (h == FOUR) != drops or h > copies:
            return Fraction(0)
        h -= FOUR * drops
    return number


def _count(cards: Any) -> Counts:
    counts = [0] * VALUES
    for card in cards:
        counts[card] += 1
    return counts


def _unit(rng: Stream) -> float:
    """A number in [0, 1)."""
    return (rng.word() >> 11) / (1 << 53)


def _pick(choices: Sequence[tuple[float, Any, Any]], rng: Stream) -> tuple[float, Any, Any]:
    """Draw one choice in proportion to the weights, which are the first items."""
    left = _unit(rng) * sum(weight for weight, _, _ in choices)
    for choice in choices:
        left -= choice[0]
        if left < 0:
            return choice
    return choices[-1]
