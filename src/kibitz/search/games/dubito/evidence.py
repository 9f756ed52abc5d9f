"""Public information at a Dubito table, as evidence on who has which cards.

For each seat, each habit that its player may have, and each value, `weights` holds the likelihood
of everything seen if the seat has c cards of that value, in its hand or in its plays of this round.
That is sufficient:

1. Nobody takes cards within a round, so c is constant from the opening to the doubt. Then everyone
   sees the board: who played what, and who takes it. So the likelihoods only shift from c to
   another count.
2. A habit depends on the own cards of the round's number and on public information. So a turn is
   evidence about one value; an honest opening shows that no other value is more frequent.
3. An unseen play is either honest or a bluff with random cards. PlayChances keeps the probabilities
   of both until the doubt reveals which it was.

Every habit has some slack, so that nothing possible ever has likelihood 0. The twin is
native/search/dubito_evidence.hpp, number for number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple, Protocol

from kibitz.core.events import NOBODY, Event
from kibitz.core.rng import Stream
from kibitz.games.dubito.events import Reveal, lay_size
from kibitz.games.dubito.rules import DOUBT, FOUR, JOKER, NUMBERS, VALUES
from kibitz.games.dubito.view import DubitoView, LaidPlay

COUNTS = 4  # of a value with one seat at an opening: 0 to 3, by rule 6
DEALT = (1.0, 1.0, 1 / 2, 1 / 6)  # 1 / c!: the ways to deal c of a value
DEALT_JOKERS = (1.0, 1.0, 1 / 2, 0.0)
MISFIT = 0.05  # of a value that an honest opener should not hold so many cards of
PRIOR_MIN = 1e-60

ByCount = list[float]
ByValue = list[ByCount]


class Chances(NamedTuple):
    """Probabilities of a turn: a doubt, an honest play of a given size, a bluff of that size."""

    doubt: float
    honest: float
    bluff: float


class Habits(Protocol):
    """The types of players that may be at a table."""

    slacks: Sequence[float]  # for each: the share of turns that do not follow its rule
    general: int  # how many, at the end, are generic rather than rules of specific players

    def ask(self, view: DubitoView, size: int) -> list[Chances]:
        """What each would do with this view, whose hand is a guess; plays of this size."""

    def choose(self, habit: int, view: DubitoView, rng: Stream) -> int:
        """Choose an action by one of them."""


@dataclass
class PlayChances:
    """A play of this round that has not been revealed.

    `honest` and `bluff` hold the likelihood of its size, by habit and by the number of matching
    cards that the seat had before it. An honest play contains nothing else; a bluff has random
    cards.
    """

    seat: int
    size: int
    cards: int  # in the hand before the play
    opening: bool
    honest: list[ByCount]
    bluff: list[ByCount]


class Evidence:
    """All evidence in a view's history, except the own cards of its seat."""

    def __init__(
        self,
        view: DubitoView,
        habits: Habits,
        *,
        field: bool = True,
        without: Collection[int] = (),
    ) -> None:
        """`without` the rules of the `field`, or some habits, the others are all that is known."""
        players, kinds = view.game.players, len(habits.slacks)
        self.habits = habits
        self.weights = [[_dealt() for _ in range(kinds)] for _ in range(players)]
        self.uniform = [_dealt() for _ in range(players)]  # if all plays were random
        known = 0 if field else kinds - habits.general
        priors = [float(h >= known and h not in without) for h in range(kinds)]
        self.priors = [list(priors) for _ in range(players)]
        self.round: list[PlayChances] = []
        moments = Moments(view)
        self._take_up(moments)
        for event, reveal, dropped in moments.run():
            if reveal is None:
                self._note_lay(moments, event)
            else:
                self._note_doubt(moments, reveal, dropped)

    def _take_up(self, start: Moments) -> None:
        """Start from a position: only the sizes of the plays on its board are public."""
        cards = list(start.sizes)
        for play in start.board:
            cards[play.seat] += play.size
        for play in start.board:
            flat = [[1.0] * COUNTS for _ in self.habits.slacks]
            none = [[0.0] * COUNTS for _ in self.habits.slacks]
            opening = not self.round
            self.round.append(
                PlayChances(play.seat, play.size, cards[play.seat], opening, none, flat)
            )
            cards[play.seat] -= play.size

    def _note_lay(self, now: Moments, event: Event) -> None:
        size, cards = lay_size(event), now.sizes[event.seat]
        opening = not now.board
        # A bluffer may declare any number still in the game.
        numbers = (sum(now.in_game[n] > 0 for n in NUMBERS) or len(NUMBERS)) if opening else 1
        honest = [[0.0] * COUNTS for _ in self.habits.slacks]
        bluff = [[0.0] * COUNTS for _ in self.habits.slacks]
        for own in range(min(COUNTS, cards + 1)):
            asked = self.habits.ask(now.guess(event.seat, own), size)
            for habit, (chances, slack) in enumerate(zip(asked, self.habits.slacks, strict=True)):
                honest[habit][own] = chances.honest
                bluff[habit][own] = (chances.bluff + slack / 4) / numbers
        self.round.append(PlayChances(event.seat, size, cards, opening, honest, bluff))

    def _note_doubt(self, now: Moments, reveal: Reveal, dropped: tuple[int, ...]) -> None:
        """Account for a revealed board: what each play was, and then who takes its cards."""
        laid = [[0] * VALUES for _ in now.sizes]
        for play, (seat, cards) in zip(self.round, reveal.plays, strict=True):
            shown = [cards.count(value) for value in range(VALUES)]
            for habit in range(len(self.habits.slacks)):
                self._weigh_play(play, habit, reveal.number, shown, laid[seat])
            _weigh_random_play(self.uniform[seat], shown, laid[seat])
            laid[seat] = [a + b for a, b in zip(laid[seat], shown, strict=True)]
        self._weigh_doubt(now, reveal, laid[reveal.doubter][reveal.number])
        for seat in range(len(now.sizes)):
            taken = reveal.taken if seat == reveal.loser else []
            for value in range(VALUES):
                gets = taken.count(value)
                if gets or laid[seat][value]:
                    drops = gets > 0 and value in dropped
                    for values in (*self.weights[seat], self.uniform[seat]):
                        values[value] = _moved(values[value], gets - laid[seat][value], drops)
            self._normalise(seat)
        self.round = []

    def _weigh_play(
        self, play: PlayChances, habit: int, number: int, shown: list[int], before: list[int]
    ) -> None:
        """Account for a revealed play by a seat that had played `before` in this round."""
        weights = self.weights[play.seat][habit]
        honest, bluff = play.honest[habit], play.bluff[habit]
        pure = shown[number] == play.size
        chosen = pure and play.opening and honest[min(play.size, COUNTS - 1)] > 0
        for value in range(VALUES):
            for count in range(COUNTS):
                own = count - before[value]
                if own < shown[value]:
                    weights[value][count] = 0.0
                elif value == number:
                    by_chance = random_hits(play.cards, own, play.size, play.size) if pure else 0.0
                    weights[value][count] *= (
                        honest[own] + bluff[own] * by_chance
                        if pure
                        else bluff[own] * comb(own, shown[value])
                    )
                elif chosen:
                    weights[value][count] *= fit(number, play.size, value, own)
                elif shown[value]:
                    weights[value][count] *= comb(own, shown[value])

    def _weigh_doubt(self, now: Moments, reveal: Reveal, before: int) -> None:
        """Account for the doubt, which is evidence about the doubter's own matching cards."""
        seat = reveal.doubter
        for count in range(before, min(COUNTS, before + now.sizes[seat] + 1)):
            asked = self.habits.ask(now.guess(seat, count - before), 1)
            for habit, (chances, slack) in enumerate(zip(asked, self.habits.slacks, strict=True)):
                self.weights[seat][habit][reveal.number][count] *= chances.doubt + slack / 4

    def _normalise(self, seat: int) -> None:
        """Scale the largest weight of each value to 1, and the largest prior too."""
        priors = self.priors[seat]
        for habit, values in enumerate(self.weights[seat]):
            for weights in values:
                priors[habit] *= _scale(weights)
        top = max(priors)
        self.priors[seat] = [max(p / top, PRIOR_MIN) if p > 0 else p for p in priors]
        for weights in self.uniform[seat]:
            _scale(weights)


class Moments:
    """The public side of a game, replayed from a history: what everyone knew before each turn."""

    def __init__(self, view: DubitoView) -> None:
        self.view = view
        self.sizes = list(view.dealt)
        self.board: list[LaidPlay] = []
        self.number, self.turns = 0, 0
        self.out: list[int] = []
        self.history: list[Event] = []
        self.start: dict[str, Any] | None = None
        self.in_game = list(view.in_game)  # at the start: cards that have left are added back
        for reveal, dropped in view.reveals:
            self.in_game[JOKER] += reveal.jokers
            for value in dropped:
                self.in_game[value] += FOUR
        if view.start is not None:
            self.board = [LaidPlay(play.seat, play.size, ()) for play in view.start["board"]]
            self.number, self.turns = view.start["number"], view.start["turns"]
            self.out = list(view.start["out"])
            self.start = {**view.start, "hand": (), "board": tuple(self.board)}

    def run(self) -> Iterator[tuple[Event, Reveal | None, tuple[int, ...]]]:
        """Yield each lay and doubt before it is carried out; a doubt with what it reveals."""
        reveals = iter(self.view.reveals)
        for event in self.view.history:
            if event.kind == "reveal":
                reveal, dropped = next(reveals)
                yield event, reveal, dropped
                self.board, self.number = [], 0
                self.turns += 1
                self.sizes[reveal.loser] += len(reveal.taken)
                self.in_game[JOKER] -= reveal.jokers
            elif size := lay_size(event):
                yield event, None, ()
                self.board.append(LaidPlay(event.seat, size, ()))
                self.sizes[event.seat] -= size
                self.turns += 1
            elif event.kind == "discard":
                assert isinstance(event.data, tuple)
                self.sizes[event.seat] -= FOUR
                self.in_game[event.data[0]] -= FOUR
            elif event.kind == "out":
                self.out.append(event.seat)
            elif event.kind == "action" and isinstance(event.data, int) and event.data < DOUBT:
                self.number = event.data + 1
            self._observe(event)

    def _observe(self, event: Event) -> None:
        """Record the event as an outside observer sees it."""
        if event.kind == "deal":
            return
        size = lay_size(event)
        self.history.append(event if not size else Event("action", event.seat, (size,)))

    def guess(self, seat: int, own: int) -> DubitoView:
        """The view of a seat with this many matching cards, its other cards as different as
        possible.

        Its own plays of this round are face down for it as well.
        """
        others = [number for number in NUMBERS if number != self.number]
        rest = self.sizes[seat] - own
        hand = [self.number] * own + [others[i % len(others)] for i in range(rest)]
        can_doubt = bool(self.board) and self.board[-1].seat not in self.out
        return DubitoView(
            game=self.view.game,
            seat=seat,
            player=seat,
            phase="turn" if self.board else "lay",
            done=False,
            legal_actions=(DOUBT,) if can_doubt else (),
            history=tuple(self.history),
            start=self.start,
            dealt=self.view.dealt,
            hand=tuple(sorted(hand)),
            hand_sizes=tuple(self.sizes),
            board=tuple(self.board),
            number=self.number,
            out=tuple(self.out),
            turns=self.turns,
            pending=NOBODY,
            in_game=tuple(self.in_game),
        )


def random_hits(cards: int, own: int, size: int, hits: int) -> float:
    """The probability that `hits` of `size` random cards out of `cards` are among `own` given
    ones."""
    if hits > own or size - hits > cards - own:
        return 0.0
    return comb(own, hits) * comb(cards - own, size - hits) / comb(cards, size)


def fit(number: int, size: int, value: int, count: int) -> float:
    """How well an honest opening of `size` cards of a number fits a count of another value."""
    if value in (JOKER, number):
        return 1.0
    return 1.0 if count < size or (count == size and value > number) else MISFIT


def _dealt() -> ByValue:
    return [list(DEALT_JOKERS), *(list(DEALT) for _ in NUMBERS)]


def _weigh_random_play(weights: ByValue, shown: list[int], before: list[int]) -> None:
    for value in range(VALUES):
        for count in range(COUNTS):
            own = count - before[value]
            weights[value][count] *= comb(own, shown[value]) if own >= 0 else 0


def _moved(weights: ByCount, change: int, drops: bool) -> ByCount:
    """Shift the weights as a seat loses and takes cards of a value; four of them leave the game."""
    moved = [0.0] * COUNTS
    for count, weight in enumerate(weights):
        now = count + change
        if drops and now == FOUR:
            moved[0] = weight
        elif not drops and 0 <= now < COUNTS:
            moved[now] = weight
    return moved


def _scale(weights: ByCount) -> float:
    """Scale the largest weight to 1; return its old value."""
    most = max(weights)
    if most <= 0:
        return 1.0  # impossible: an invented position
    for count in range(COUNTS):
        weights[count] /= most
    return most
