"""The beliefs of one seat at Dubito: worlds that fit its view, weighted by the evidence.

    beliefs = Beliefs(view, Evidence(view, habits), Stream(7))
    world = beliefs.draw()

A Markov chain over two hidden things: which cards each seat has, and which habit each player has.
Given the habits, random cards of two seats are swapped or not by the Metropolis rule; the evidence
is a product over seats and values, so four numbers decide. Given the cards, each habit is drawn
from its posterior. Then the plays of this round are drawn from the cards of their seats. The twin
is native/search/dubito_beliefs.hpp, draw for draw.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.games.dubito.rules import JOKER, VALUES, Play
from kibitz.games.dubito.view import DubitoView
from kibitz.games.dubito.worlds import fill
from kibitz.search.games.dubito.evidence import COUNTS, Evidence, PlayChances, fit, random_hits

SWAPS_BEFORE = 240  # before the first world
SWAPS_BETWEEN = 60  # between two worlds
TRIES = 50  # multiplies the swaps while the cards are still impossible
ORDERS = (1.0, 1.0, 2.0, 6.0)  # c!: the chain swaps cards as if all were distinct
IMPOSSIBLE = 1e-12  # nonzero, so that the chain may pass through it

Counts = list[int]  # one for each value


@dataclass(frozen=True)
class World:
    """Hidden cards filled in, and the assumed habit of each player."""

    hands: list[list[int]]
    board: list[Play]
    habits: list[int]

    def is_bluff(self, number: int) -> bool:
        """Rule 3: whether the latest play is a bluff."""
        return bool(self.board) and not all(c in (JOKER, number) for c in self.board[-1][1])

    def state(self, view: DubitoView) -> State:
        """A complete game that looks the same as the view."""
        return view.game.rebuild(*fill(view, self.hands, self.board))


class Beliefs:
    """Samples worlds."""

    def __init__(self, view: DubitoView, evidence: Evidence, rng: Stream) -> None:
        self.view, self.evidence, self.rng = view, evidence, rng
        players = view.game.players
        sizes = [0 if seat == view.seat else n for seat, n in enumerate(view.hand_sizes)]
        mine = [*view.hand, *(card for play in view.board for card in play.cards)]
        left = [n - mine.count(value) for value, n in enumerate(view.in_game)]
        self.plays: list[list[int]] = [[] for _ in range(players)]  # of this round, by seat
        for i, play in enumerate(view.board):
            if play.seat != view.seat:
                sizes[play.seat] += play.size
                self.plays[play.seat].append(i)
        self.seats = [seat for seat in range(players) if sizes[seat]]
        self.habits = [0] * players
        self.cards: list[list[int]] = [[] for _ in range(players)]
        self.counts: list[Counts] = [[0] * VALUES for _ in range(players)]
        self._weigh_plays()
        self.weights = {seat: self._weigh_cards(seat) for seat in self.seats}
        self._deal(left, sizes)
        for _ in range(4):
            self._draw_habits()
            self._swap_cards(SWAPS_BEFORE // 4)

    def draw(self) -> World:
        """Draw the next world."""
        self._swap_cards(SWAPS_BETWEEN)
        for _ in range(TRIES):
            if self.possible():
                break
            self._swap_cards(SWAPS_BETWEEN)
        self._draw_habits()
        hands: list[list[int]] = [[] for _ in self.counts]
        hands[self.view.seat] = list(self.view.hand)
        board = [(play.seat, play.cards) for play in self.view.board]
        for seat in self.seats:
            counts = list(self.counts[seat])
            for i in self.plays[seat]:
                board[i] = (seat, self._draw_play(i, counts))
            hands[seat] = [value for value in range(VALUES) for _ in range(counts[value])]
        return World(hands, board, list(self.habits))

    def possible(self) -> bool:
        """Whether the cards of the chain fit everything seen."""
        return all(
            count < COUNTS and self.evidence.uniform[seat][value][count] > 0
            for seat in self.seats
            for value, count in enumerate(self.counts[seat])
        )

    def log_weight(self, hands: Sequence[Sequence[int]], board: Sequence[Play]) -> float:
        """Log-likelihood ratio of everything seen: these cards versus random plays.

        Finite for every world that fits.
        """
        return sum(
            math.log(
                sum(self._weight(hands[seat], board, seat, h) for h in range(len(self._slacks)))
            )
            for seat in self.seats
        )

    def _weight(self, hand: Sequence[int], board: Sequence[Play], seat: int, habit: int) -> float:
        counts = [list(hand).count(value) for value in range(VALUES)]
        for i in self.plays[seat]:
            for card in board[i][1]:
                counts[card] += 1
        product = self.evidence.priors[seat][habit]
        for value, count in enumerate(counts):
            if count >= COUNTS or self.evidence.uniform[seat][value][count] <= 0:
                return 0.0
            weight = self.evidence.weights[seat][habit][value][count]
            product *= weight / self.evidence.uniform[seat][value][count]
        for i in self.plays[seat]:
            product *= self._weight_of_play(i, habit, board[i][1], counts)
        return product

    def _weight_of_play(self, i: int, habit: int, cards: tuple[int, ...], counts: Counts) -> float:
        """The weight of a play of this round with these cards, which are removed from the
        counts."""
        play, number = self.evidence.round[i], self.view.number
        own = counts[number]
        truth = play.honest[habit][own]
        if play.opening:
            for value, count in enumerate(counts):
                truth *= fit(number, play.size, value, count)
        by_chance = 1.0  # the probability that a random play consists of these cards
        for value in range(VALUES):
            by_chance *= math.comb(counts[value], cards.count(value))
            counts[value] -= cards.count(value)
        by_chance /= math.comb(play.cards, play.size)
        pure = cards.count(number) == play.size
        return (truth / by_chance if pure else 0.0) + play.bluff[habit][own]

    # The chain ----------------------------------------------------------------------------------

    @property
    def _slacks(self) -> Sequence[float]:
        return self.evidence.habits.slacks

    def _weigh_plays(self) -> None:
        """The likelihood of the sizes of each play and its seat's later plays, last first."""
        plays = self.evidence.round
        self.next = [-1] * len(plays)
        for of_seat in self.plays:
            for i, later in pairwise(of_seat):
                self.next[i] = later
        self.likely = [[[0.0] * COUNTS for _ in self._slacks] for _ in plays]
        for i in range(len(plays) - 1, -1, -1):
            for habit in range(len(self._slacks)):
                for own in range(COUNTS):
                    total = self._honest(plays[i], i, habit, own)
                    for hits in range(min(own, plays[i].size) + 1):
                        total += self._bluff(plays[i], i, habit, own, hits)
                    self.likely[i][habit][own] = total

    def _later(self, i: int, habit: int, own: int) -> float:
        return 1.0 if self.next[i] < 0 else self.likely[self.next[i]][habit][own]

    def _honest(self, play: PlayChances, i: int, habit: int, own: int) -> float:
        if own < play.size:
            return 0.0
        return play.honest[habit][own] * self._later(i, habit, own - play.size)

    def _bluff(self, play: PlayChances, i: int, habit: int, own: int, hits: int) -> float:
        chance = play.bluff[habit][own] * random_hits(play.cards, own, play.size, hits)
        return chance * self._later(i, habit, own - hits)

    def _weigh_cards(self, seat: int) -> list[list[list[float]]]:
        """The weights of a seat's counts in this round."""
        found = []
        for habit, values in enumerate(self.evidence.weights[seat]):
            rows = [[w * k for w, k in zip(row, ORDERS, strict=True)] for row in values]
            if self.plays[seat]:
                likely = self.likely[self.plays[seat][0]][habit]
                row = rows[self.view.number]
                rows[self.view.number] = [w * x for w, x in zip(row, likely, strict=True)]
            found.append([[max(w, IMPOSSIBLE) for w in row] for row in rows])
        return found

    def _weigh(self, seat: int, habit: int, value: int, count: int) -> float:
        return self.weights[seat][habit][value][count] if count < COUNTS else IMPOSSIBLE

    def _deal(self, left: Counts, sizes: list[int]) -> None:
        """Initialise the chain: the cards that a seat must have, and the others at random."""

        def give(seat: int, value: int) -> None:
            self.cards[seat].append(value)
            self.counts[seat][value] += 1
            left[value] -= 1

        for seat in self.seats:
            for value in range(VALUES):
                known = self.evidence.uniform[seat][value]
                least = next((c for c in range(COUNTS) if known[c] > 0), 0)
                for _ in range(least):
                    if left[value] > 0 and len(self.cards[seat]) < sizes[seat]:
                        give(seat, value)
        rest = [value for value in range(VALUES) for _ in range(left[value])]
        self.rng.shuffle(rest)
        for value in rest:
            give(next(s for s in self.seats if len(self.cards[s]) < sizes[s]), value)

    def _draw_habits(self) -> None:
        for seat in self.seats:
            chances, total = [], 0.0
            priors = self.evidence.priors[seat]
            known = [habit for habit, prior in enumerate(priors) if prior > 0]
            for habit in known:
                chance = priors[habit]
                for value, count in enumerate(self.counts[seat]):
                    chance *= self._weigh(seat, habit, value, count)
                chances.append(chance)
                total += chance
            self.habits[seat] = known[_pick(chances, unit(self.rng) * total)]

    def _swap_cards(self, times: int) -> None:
        seats, rng = len(self.seats), self.rng
        if seats < 2:
            return
        for _ in range(times):
            first = rng.below(seats)
            step = 1 + rng.below(seats - 1)
            a, b = self.seats[first], self.seats[(first + step) % seats]
            i, j = rng.below(len(self.cards[a])), rng.below(len(self.cards[b]))
            x, y = self.cards[a][i], self.cards[b][j]
            if x == y:
                continue
            before, after = self._product(a, b, x, y, 0), self._product(a, b, x, y, 1)
            if after < before and unit(rng) * before >= after:
                continue
            self.cards[a][i], self.cards[b][j] = y, x
            for seat, lost, got in ((a, x, y), (b, y, x)):
                self.counts[seat][lost] -= 1
                self.counts[seat][got] += 1

    def _product(self, a: int, b: int, x: int, y: int, moved: int) -> float:
        """The product of weights before or after swapping x of seat a with y of seat b."""
        of_a, of_b = self.counts[a], self.counts[b]
        h, k = self.habits[a], self.habits[b]
        return (
            self._weigh(a, h, x, of_a[x] - moved)
            * self._weigh(a, h, y, of_a[y] + moved)
            * self._weigh(b, k, x, of_b[x] + moved)
            * self._weigh(b, k, y, of_b[y] - moved)
        )

    def _draw_play(self, i: int, counts: Counts) -> tuple[int, ...]:
        """Draw the cards of a play of this round, removing them from what its seat had left."""
        play, number = self.evidence.round[i], self.view.number
        habit, own = self.habits[play.seat], min(counts[number], COUNTS - 1)
        truth = self._honest(play, i, habit, own)
        if play.opening and truth > 0:
            for value in range(VALUES):
                truth *= fit(number, play.size, value, counts[value])
        hits_max = min(own, play.size)
        by_hits = [self._bluff(play, i, habit, own, hits) for hits in range(hits_max + 1)]
        total = truth
        for chance in by_hits:
            total += chance
        left = unit(self.rng) * total - truth
        hits = play.size if left < 0 else _pick(by_hits, left)
        return self._take(counts, number, hits, play.size)

    def _take(self, counts: Counts, number: int, hits: int, size: int) -> tuple[int, ...]:
        others = [value for value in range(VALUES) if value != number for _ in range(counts[value])]
        hits = max(hits, size - len(others))
        cards = [number] * hits
        while len(cards) < size:
            cards.append(others.pop(self.rng.below(len(others))))
        for card in cards:
            counts[card] -= 1
        return tuple(sorted(cards))


def unit(rng: Stream) -> float:
    """A number in [0, 1)."""
    return (rng.word() >> 11) * 2.0**-53


def _pick(chances: Sequence[float], left: float) -> int:
    """The index into which a number between 0 and the sum of the chances falls."""
    for place, chance in enumerate(chances[:-1]):
        left -= chance
        if left < 0:
            return place
    return len(chances) - 1
