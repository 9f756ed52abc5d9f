"""character: a player whose habits are drawn at random.

From its `number` follow all habits: how readily it doubts plays of one, two and three cards, what
makes it doubt more or less, when it bluffs and with how many cards, and how careful it is. Half of
the weights are zero, so characters differ in what they look at, not only in how much. `spread`
multiplies the weights: above 1 characters are more extreme.

Characters are the population of Dubito. The reader believes that its opponents are like the first
few of them (habits.py); benchmarks seat others, which nothing was tuned against.

All weights are multiples of 1/64, so that sums of them are exact. The native twin is
native/players/dubito_character.hpp: same habits, same draws.
"""

from __future__ import annotations

from kibitz.bots.bot import Bot
from kibitz.core.coerce import short
from kibitz.core.errors import BadOption
from kibitz.core.options import whole_number
from kibitz.core.rng import Stream, mix
from kibitz.core.view import View
from kibitz.games.dubito.rules import FOUR, LAY_ID, LAY_MAX
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito.questions import Answers, Signals, happens, lay_random
from kibitz.players.dubito.tracker import lay_worst

ABOUT = "A player whose habits are drawn at random: another number, another character."

POPULATION = 0x73747267  # keeps characters apart from other streams
NUMBER_MAX = 2**52
SPREAD_MAX = 8.0
SHORT_HAND = 4  # cards: few enough to be careful
BOARD_USUAL, BOARD_SCALE = 6, 8  # cards


class Character(Answers):
    """The habits of a player."""

    def __init__(self, number: int, spread: float = 1.0) -> None:
        rng = Stream(mix(number, POPULATION))

        def between(low: float, high: float) -> float:
            return low + (high - low) * (rng.below(17) / 16)

        def some(low: float, high: float) -> float:
            """A weight, or zero in half of the characters."""
            looks = rng.below(2)
            return spread * looks * between(low, high)

        # The probability of a doubt by size of the play, and what adds to it.
        one = between(-0.5, 0.5)
        two = one + between(-0.25, 0.5)
        self.doubts = (one, two, two + between(-0.25, 0.75))
        self.doubt_without = some(0.0, 1.0)  # if it lacks the number
        self.doubt_opening = some(-1.0, 0.5)  # if the play opened the round
        self.doubt_caught = some(0.0, 2.0)  # by how often that player was caught
        self.doubt_board = some(-0.5, 0.5)  # by cards on the board
        self.doubt_near = some(0.0, 1.0)  # if that player has three cards or fewer
        self.doubt_short = some(-0.5, 0.25)  # if its own hand is short
        self.counts = rng.below(8) < 5  # whether it knows that a number has four cards
        self.stops = rng.below(8) < 6  # whether it always doubts a play of the last cards
        # The probability of a bluff with the number in hand, and of one when opening.
        self.bluffs = between(-0.5, 1.0)
        self.bluff_own = some(-0.5, 0.0)  # for each further card of the number
        self.bluff_doubted = some(-2.0, 0.0)  # by how often the next player doubts
        self.bluff_board = some(-1.0, 0.5)
        self.opens = between(-0.5, 1.0)
        self.open_single = some(0.0, 1.0)  # if no two cards of the hand are alike
        self.open_doubted = some(-2.0, 0.0)
        # How many cards, and which.
        self.honest_most = (0.0, 0.5, 1.0, 1.0, 1.0, 1.0)[rng.below(6)]  # how often all of them
        self.bluff_size = (3, 3, 3, 3, 0, 0, 1, 2)[rng.below(8)]  # 0: any
        self.careful = rng.below(2) == 1  # bluffs with the cards of least use
        self.finishes = rng.below(2) == 1  # plays its last cards at once where nobody can doubt
        self.noise = rng.below(2) / 16  # how often it does the opposite of what is certain

    def opening_bluff(self, signals: Signals) -> float:
        chance = self.opens + self.open_single * signals.all_single
        return self._noisy(chance + self.open_doubted * (signals.next_doubt_rate - 0.5))

    def doubt(self, signals: Signals) -> float:
        if self.stops and signals.prev_empty:
            return 1.0
        if self.counts and signals.own + signals.laid > FOUR:
            return 1.0
        chance = self.doubts[signals.laid - 1]
        chance += self.doubt_without * (signals.own == 0)
        chance += self.doubt_opening * signals.prev_opened
        chance += self.doubt_caught * (signals.prev_bluffs - 0.5)
        chance += self.doubt_board * ((signals.board - BOARD_USUAL) / BOARD_SCALE)
        chance += self.doubt_near * (signals.prev.n_cards <= LAY_MAX)
        chance += self.doubt_short * (signals.cards <= SHORT_HAND)
        return self._noisy(chance)

    def bluff(self, signals: Signals) -> float:
        chance = self.bluffs + self.bluff_own * (signals.own - 1)
        chance += self.bluff_doubted * (signals.next_doubt_rate - 0.5)
        chance += self.bluff_board * ((signals.board - BOARD_USUAL) / BOARD_SCALE)
        return self._noisy(chance)

    def _noisy(self, chance: float) -> float:
        return min(max(chance, self.noise), 1.0 - self.noise)

    def honest_size_chance(self, size: int, most: int) -> float:
        if size > most:
            return 0.0
        return self.honest_most * (size == most) + (1 - self.honest_most) / most

    def bluff_size_chance(self, size: int, most: int) -> float:
        if size > most:
            return 0.0
        return float(size == min(self.bluff_size, most)) if self.bluff_size else 1 / most

    def lay_honest(self, _view: DubitoView, card: int, most: int, rng: Stream) -> int:
        size = most if happens(self.honest_most, rng) else 1 + rng.below(most)
        return LAY_ID[(card,) * size]

    def lay_bluff(self, view: DubitoView, rng: Stream) -> int:
        most = min(LAY_MAX, len(view.hand))
        size = min(self.bluff_size, most) if self.bluff_size else 1 + rng.below(most)
        return lay_worst(view, size) if self.careful else lay_random(view, size, rng)

    def choose(self, view: View, rng: Stream) -> int:
        assert isinstance(view, DubitoView)
        at_once = view.game.options["exit"] == "immediate"
        if self.finishes and at_once and view.phase != "declare" and len(view.hand) <= LAY_MAX:
            return lay_worst(view, len(view.hand))
        return super().choose(view, rng)


class Player(Bot):
    """The character of a certain `number`."""

    def __init__(self, number: int = 0, spread: float = 1.0) -> None:
        number = whole_number("number", number, 0, NUMBER_MAX)
        if not 0 <= spread <= SPREAD_MAX:
            raise BadOption(f"spread must be from 0 to {SPREAD_MAX:g}, not {short(spread)}")
        self.habits = Character(number, spread)

    def choose(self, view: View) -> int:
        return self.habits.choose(view, self.rng)


def _native(number: int = 0, spread: float = 1.0) -> tuple[str, tuple[float, float]]:
    return "character", (number, spread)


NATIVE = _native
