"""What all at a table of Dubito have seen, as evidence on who has which cards.

For each seat, each habit that its player may have, and each value, `weights` holds how likely all
that was seen is if the seat has c cards of that value with it: in its hand or in its plays of this
round. That is enough:

1. Within a round nobody takes cards, so c stands from the opening to the doubt. There all see the
   board: who laid what, and who takes it. So the likelihoods only move from c to another count.
2. A habit looks at the own cards of the round's number and at public things. So a turn tells of one
   value; an honest opening tells that no other value is more frequent.
3. A play that nobody has seen is honest or a bluff of random cards. PlayChances keeps the chances
   of both until the doubt shows which it was.

Every habit has some slack, so that nothing which can have happened ever gets the likelihood 0. The
twin is native/search/dubito_evidence.hpp, number for number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
MISFIT = 0.05  # a value that an honest opener should not have so many cards of
PRIOR_MIN = 1e-60

ByCount = list[float]
ByValue = list[ByCount]


class Chances(NamedTuple):
    """Of a turn: a doubt, an honest play of a certain size, a bluff of that size."""

    doubt: float
    honest: float
    bluff: float


class Habits(Protocol):
    """The types of players that may sit at a table."""

    slacks: Sequence[float]  # of each: the share of turns that do not follow its rule
    general: int  # the last so many are no rules of certain players

    def ask(self, view: DubitoView, size: int) -> list[Chances]:
        """What each would do with this view, where the hand is a guess; plays of this size."""

    def choose(self, habit: int, view: DubitoView, rng: Stream) -> int:
        """An action of one of them."""


@dataclass
class PlayChances:
    """A play of this round that nobody has seen.

    `honest` and `bluff` tell how likely its size is, by habit and by the cards of the number that
    the seat had before it. An honest play lays nothing else; a bluff lays random cards.
    """

    seat: int
    size: int
    cards: int  # in the hand before it
    opening: bool
    honest: list[ByCount]
    bluff: list[ByCount]


class Evidence:
    """All that a view's history tells, but for the own cards of its seat."""

    def __init__(self, view: DubitoView, habits: Habits, *, field: bool = True) -> None:
        players, kinds = view.game.players, len(habits.slacks)
        self.habits = habits
        self.weights = [[_dealt() for _ in range(kinds)] for _ in range(players)]
        self.uniform = [_dealt() for _ in range(players)]  # if all plays were random
        known = 0 if field else kinds - habits.general
        self.priors = [[float(h >= known) for h in range(kinds)] for _ in range(players)]
        self.round: list[PlayChances] = []
        moments = Moments(view)
        self._take_up(moments)
        for event, reveal, dropped in moments.run():
            if reveal is None:
                self._note_lay(moments, event)
            else:
                self._note_doubt(moments, reveal, dropped)

    def _take_up(self, start: Moments) -> None:
        """A game that begins from a position: of the plays on its board all know only the sizes."""
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
        # A bluffer may declare any number that is in the game.
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
        """The board is shown: what each play was, and then who has its cards."""
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
        """A play that is shown, by a seat that had laid `before` in this round."""
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
        """The doubt itself tells of the doubter's own cards of the number."""
        seat = reveal.doubter
        for count in range(before, min(COUNTS, before + now.sizes[seat] + 1)):
            asked = self.habits.ask(now.guess(seat, count - before), 1)
            for habit, (chances, slack) in enumerate(zip(asked, self.habits.slacks, strict=True)):
                self.weights[seat][habit][reveal.number][count] *= chances.doubt + slack / 4

    def _normalise(self, seat: int) -> None:
        """The largest weight of each value is 1, and the largest prior too."""
        priors = self.priors[seat]
        for habit, values in enumerate(self.weights[seat]):
            for weights in values:
                priors[habit] *= _scale(weights)
        top = max(priors)
        self.priors[seat] = [max(p / top, PRIOR_MIN) if p > 0 else p for p in priors]
        for weights in self.uniform[seat]:
            _scale(weights)


class Moments:
    """The public side of a game, played again from a history: what all knew before each turn."""

    def __init__(self, view: DubitoView) -> None:
        self.view = view
        self.sizes = list(view.dealt)
        self.board: list[LaidPlay] = []
        self.number, self.turns = 0, 0
        self.out: list[int] = []
        self.history: list[Event] = []
        self.start: dict[str, Any] | None = None
        self.in_game = list(view.in_game)  # at the beginning: what has left came to it again
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
        """Each lay and each doubt, before it is carried out; a doubt with what it showed."""
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
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """The event as somebody sees it who is in nobody's place."""
        if event.kind == "deal":
            return
        size = lay_size(event)
        self.history.append(event if not size else Event("action", event.seat, (size,)))

    def guess(self, seat: int, own: int) -> DubitoView:
        """What a seat sees that has so many cards of the number, the others as different as can be.

        Its own plays of this round are face down for it too.
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
    """The chance that `hits` of `size` random cards out of `cards` are among `own` certain ones."""
    if hits > own or size - hits > cards - own:
        return 0.0
    return comb(own, hits) * comb(cards - own, size - hits) / comb(cards, size)


def fit(number: int, size: int, value: int, count: int) -> float:
    """How well an honest opening of `size` cards of a number fits so many cards of a value."""
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
    """A seat loses and gets cards of a value; four of them leave the game, which all see."""
    moved = [0.0] * COUNTS
    for count, weight in enumerate(weights):
        now = count + change
        if drops and now == FOUR:
            moved[0] = weight
        elif not drops and 0 <= now < COUNTS:
            moved[now] = weight
    return moved


def _scale(weights: ByCount) -> float:
    """Make the largest weight 1; gives what it was."""
    most = max(weights)
    if most <= 0:
        return 1.0  # what cannot have happened: a made-up position
    for count in range(COUNTS):
        weights[count] /= most
    return most
