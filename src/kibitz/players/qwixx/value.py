"""Qwixx by a network that predicts the winner: takes the move with the best chance.

Every move of the turn that no other dominates is evaluated by the position after the turn. What
the others will still do in this turn is foreseen: for each of them the network's best move for that
seat, as if it were alone to mark. In the order `sequential` those who answer see what was done;
after a lock or a fourth strike, where that matters, their answers are found again, one after
another. In the order `simultaneous` nobody sees anything before all have decided. Ties go to the
first move, by the white action, then by the colour action.

The rank is `win`, the network's estimate of the chance to win; `gaussian`: the chance to have more
points than the leading rival if both scores were normal, with the means and spreads that the
network estimates; or `both`, the mean of these two. In the solo game the mean of the score counts.
In small variants, which the network does not know, it plays as `ga`.

With `rolls`, moves that are close to the best are compared again after one more turn, in the mean
over at most so many rolls of the dice: look_ahead.py. Without, the network alone decides.

The network was trained by `kibitz train qwixx value`, and runs natively if the engine is available.
The twin is native/players/qwixx_value.hpp.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.bots.bot import RuleBot
from kibitz.core import shape
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.qwixx.rules import (
    COLOUR,
    PASS,
    ROWS,
    STRIKES_END,
    frontier,
    locked,
    marks,
    white_marks,
)
from kibitz.games.qwixx.view import QwixxView
from kibitz.nets import qwixx_value
from kibitz.nets.qwixx_inputs import Between
from kibitz.nets.qwixx_value import QwixxValue
from kibitz.players.qwixx import ga
from kibitz.players.qwixx.look_ahead import ROLLS_MAX, look_ahead
from kibitz.players.qwixx.turn import Move, Turn, marked, turn

ABOUT = "Takes the move with the best winning chance after the turn, judged by a network."

RANKS = ("win", "gaussian", "both")
CLOSE = 0.05  # winning chance within which a search reconsiders moves
CLOSE_POINTS = 5.0  # the same in the solo game


class ValueRule:
    """The player as a rule, which can also value positions between turns."""

    def __init__(self, net: QwixxValue, rank: str = RANKS[0], rolls: int | None = None) -> None:
        if rank not in RANKS:
            raise BadOption(f"rank must be {' or '.join(RANKS)}, not {rank!r}")
        if rolls is not None and not 1 <= rolls <= ROLLS_MAX:
            raise BadOption(f"rolls must be from 1 to {ROLLS_MAX}, not {rolls!r}")
        self.net = net
        self.rank = rank
        self.rolls = rolls or 0

    def __call__(self, view: View, rng: Stream) -> int:
        return best(*self.considered(view, rng)) if self.values(view.game) else ga.choose(view, rng)

    def quick(self, view: View) -> int:
        """Choose without looking ahead."""
        return best(*self.rated(view))

    def rated(self, view: View) -> tuple[Turn, list[tuple[Move, float]]]:
        """The possible moves, each with its winning chance; in the solo game with its points."""
        now, moves, _, worths = self._foreseen(view)
        return now, list(zip(moves, worths, strict=True))

    def considered(self, view: View, rng: Stream) -> tuple[Turn, list[tuple[Move, float]]]:
        """The same, but of several close moves only these, rated one turn later."""
        now, moves, ends, worths = self._foreseen(view)
        rated = list(zip(moves, worths, strict=True))
        width = CLOSE_POINTS if view.game.players == 1 else CLOSE
        near = [i for i, worth in enumerate(worths) if worth >= max(worths) - width]
        if self.rolls == 0 or len(near) == 1 or len(view.legal()) == 1:
            return now, rated
        assert isinstance(view, QwixxView)
        return now, look_ahead(self, view, [(moves[i], ends[i]) for i in near], width, rng)

    def _foreseen(self, view: View) -> tuple[Turn, list[Move], list[Between], list[float]]:
        """The possible moves, the position after the turn with each, and what it is worth."""
        assert isinstance(view, QwixxView)
        now = turn(view)
        outlook = Outlook(self, view, now)
        moves = outlook.moves()
        ends = outlook.ends(moves)
        return now, moves, ends, outlook.worths(ends, view.seat)

    def worths(self, positions: list[Between], place: int) -> list[float]:
        """What positions are worth to a seat, counted from the one that rolls next."""
        if not positions:
            return []
        if positions[0].players == 1:
            return self.net.points(positions)
        return [chances[place] for chances in self.net.chances(positions, self.rank)]

    def native_after_rolls(
        self, view: QwixxView, position: dict[str, object], rolls: list[int]
    ) -> list[float] | None:
        """What a seat can expect after each roll, by the native engine; None without it."""
        if self.net.native is None:
            return None
        sequential = view.game.options["order"] == "sequential"
        numbers = shape.flatten(view.game.POSITION_SHAPE, position)
        found: list[float] = self.net.native.qwixx_value_after_rolls(
            self.net.key, RANKS.index(self.rank), view.game.players, sequential, numbers,
            view.seat, rolls,
        )  # fmt: skip
        return found

    @staticmethod
    def values(game: Game) -> bool:
        """Whether it can value positions in this game: in all but small variants."""
        usual = (6, len(ROWS), STRIKES_END)
        return tuple(game.options[name] for name in ("faces", "rows", "strikes")) == usual

    def value(self, state: State) -> list[float]:
        """Each seat's winning chance, between two turns or at the end; alone: its points."""
        view = state.view(0)  # nothing is hidden here
        assert isinstance(view, QwixxView)
        players = view.game.players
        position = between(view, view.active)
        if players == 1:
            return self.net.points([position])
        [chances] = self.net.chances([position], self.rank)
        return [chances[(seat - view.active) % players] for seat in range(players)]


@dataclass(frozen=True)
class Outlook:
    """The positions after a turn, as the seat to act foresees them."""

    rule: ValueRule
    view: QwixxView
    now: Turn

    @property
    def players(self) -> int:
        return self.view.game.players

    @property
    def sequential(self) -> bool:
        return bool(self.view.game.options["order"] == "sequential")

    def place(self, seat: int) -> int:
        return (seat - self.view.active - 1) % self.players

    def worths(self, positions: list[Between], seat: int) -> list[float]:
        return self.rule.worths(positions, self.place(seat))

    def start(self) -> Between:
        """The table as it is, without what the seat to act has marked in this turn."""
        return _with(
            between(self.view, (self.view.active + 1) % self.players),
            self.place(self.view.seat),
            self.now.sheet,
        )

    def moves(self) -> list[Move]:
        """The moves that can be made now and that no other dominates.

        In the order `sequential` nothing comes between the two steps, so in the second the moves
        are still compared with all of the turn.
        """
        every = self.now.moves
        offered = [move for move in every if self.now.offered(move)]
        left = prune(every if self.sequential else offered)
        return [move for move in left if self.now.offered(move)] or offered

    def decides(self, seat: int) -> bool:
        """Whether another seat still decides in this turn, as far as one can know."""
        view = self.view
        if seat == view.seat:
            return False
        if not self.sequential:
            return view.phase == "white"
        mine = self.place(view.seat)
        return view.seat == view.active or (seat != view.active and self.place(seat) > mine)

    def ends(self, moves: list[Move]) -> list[Between]:
        """The position after the turn for each move."""
        start = self.start()
        plans = {s: self.foresee(start, s) for s in range(self.players) if self.decides(s)}
        if self.sequential or self.view.phase == "colour":
            return [self.answered(start, move, plans) for move in moves]
        return [self.together(start, move, plans) for move in moves]

    def foresee(self, start: Between, seat: int) -> tuple[int, int]:
        """The best plan of another seat for itself, as if it were alone to mark."""
        view = self.view
        own = seat == view.active
        sheet = start.sheets[self.place(seat)]
        strikes = start.strikes[self.place(seat)]
        theirs = Turn(own, sheet, strikes, view.closed, view.dice, None, view.closed, None)
        plans = [(move.white, move.colour) for move in prune(theirs.moves)]
        if len(plans) == 1:
            return plans[0]
        ends = [self.finished(self.marked(start, seat, w), w, c, own) for w, c in plans]
        rated = self.worths(ends, seat)
        return plans[rated.index(max(rated))]

    def together(self, start: Between, move: Move, plans: dict[int, tuple[int, int]]) -> Between:
        """Order `simultaneous`: the white marks of all, then the active player's colour."""
        plans = plans | {self.view.seat: (move.white, move.colour)}
        for seat, (white, _) in sorted(plans.items()):
            start = self.marked(start, seat, white)
        return self.finished(start, *plans[self.view.active], own=True)

    def marked(self, position: Between, seat: int, white: int) -> Between:
        place = self.place(seat)
        return closing(
            _with(position, place, marked(position.sheets[place], white, self.view.dice))
        )

    def finished(self, position: Between, white: int, colour: int, own: bool) -> Between:
        """The rest of the active player's turn; nothing if the white marks ended the game."""
        if not own or (position.over and not self.sequential):
            return position
        place = self.place(self.view.active)
        if colour != PASS and not position.closed[(colour - COLOUR) // 2]:
            sheet = marked(position.sheets[place], colour, self.view.dice)
            return closing(_with(position, place, sheet))
        if white != PASS:
            return position
        return _struck(position, place, position.strikes[place] + 1)

    def answered(self, start: Between, move: Move, plans: dict[int, tuple[int, int]]) -> Between:
        """A move, and what is left of the turn: in the order `sequential` the answers."""
        place = self.place(self.view.seat)
        end = _struck(_with(start, place, move.sheet), place, move.strikes)
        matters = bool(move.locks) or move.strikes >= STRIKES_END
        for i in range(self.players - 1):
            seat = (self.view.active + 1 + i) % self.players
            if seat not in plans:
                continue
            if matters:
                end = self.answer(end, seat)
            else:
                sheet = marked(end.sheets[i], plans[seat][0], self.view.dice)
                end = _with(end, i, sheet)
        return closing(end)

    def answer(self, end: Between, seat: int) -> Between:
        """Order `sequential`: the best answer of a seat to what was done in this turn."""
        place = self.place(seat)
        sheet = end.sheets[place]
        whites = [PASS, *white_marks(list(sheet), list(self.view.closed), self.view.dice)]
        if len(whites) == 1:
            return end
        found = [_with(end, place, marked(sheet, white, self.view.dice)) for white in whites]
        rated = self.worths([closing(one) for one in found], seat)
        return found[rated.index(max(rated))]


def prune(moves: list[Move]) -> list[Move]:
    """Drop moves that are certainly worse than another one.

    Their sheet is in some row further right or has fewer marks, and in none is it better: whatever
    it can mark later, the other can. Of equal sheets the first stays. Locks are left alone.
    """
    behind = [[x for bits in move.sheet for x in (frontier(bits), -marks(bits))] for move in moves]

    def dominates(k: int, i: int) -> bool:
        if moves[k].locks or moves[k].strikes > moves[i].strikes:
            return False
        better = all(a <= b for a, b in zip(behind[k], behind[i], strict=True))
        return better and (behind[k] != behind[i] or k < i)

    places = range(len(moves))
    return [moves[i] for i in places if moves[i].locks or not any(dominates(k, i) for k in places)]


def between(view: QwixxView, first: int) -> Between:
    """The table with the seats counted from one of them."""
    players = view.game.players
    seats = [(first + i) % players for i in range(players)]
    return Between(
        tuple(view.sheets[seat] for seat in seats),
        tuple(view.strikes[seat] for seat in seats),
        view.closed,
        view.game.options["order"] == "sequential",
    )


def closing(position: Between) -> Between:
    """The position with the rows closed that anyone has locked."""
    shut = tuple(
        closed or any(locked(sheet[row]) for sheet in position.sheets)
        for row, closed in enumerate(position.closed)
    )
    return position if shut == position.closed else replace(position, closed=shut)


def _with(position: Between, place: int, sheet: tuple[int, ...]) -> Between:
    sheets = position.sheets
    return replace(position, sheets=(*sheets[:place], sheet, *sheets[place + 1 :]))


def _struck(position: Between, place: int, strikes: int) -> Between:
    held = position.strikes
    return replace(position, strikes=(*held[:place], strikes, *held[place + 1 :]))


def best(now: Turn, rated: list[tuple[Move, float]]) -> int:
    """The action of the best move; ties go to the first."""
    return now.action(max(rated, key=lambda pair: pair[1])[0])


class Player(RuleBot):
    """The player with the shipped network, or with another one."""

    kind = "network"

    def __init__(
        self, model: Path = qwixx_value.SHIPPED, rank: str = RANKS[0], rolls: int | None = None
    ) -> None:
        super().__init__(ValueRule(qwixx_value.load(model), rank, rolls))
        self.rated: list[tuple[Move, float]] = []

    def choose(self, view: View) -> int:
        rule = self.rule
        assert isinstance(rule, ValueRule)
        if not rule.values(view.game):
            self.rated = []
            return rule(view, self.rng)
        now, self.rated = rule.considered(view, self.rng)
        return best(now, self.rated)

    def explain(self) -> dict[str, Any]:
        """The moves by their winning chance, best first."""
        name = self.game.action_name
        rows = sorted(self.rated, key=lambda pair: -pair[1])
        return {
            "moves": [
                {"white": name(move.white), "colour": name(move.colour), "value": value}
                for move, value in rows
            ]
        }


def native_of(
    net: QwixxValue, rank: str = RANKS[0], rolls: int | None = None
) -> tuple[str, tuple[float, ...]]:
    """The native player; its numbers are the key of the network, the rank, and rolls if any."""
    ahead = (float(rolls),) if rolls else ()
    return "value", (float(net.key), float(RANKS.index(rank)), *ahead)


def native(model: Path, rank: str, rolls: int | None) -> tuple[str, tuple[float, ...]]:
    return native_of(qwixx_value.load(model), rank, rolls)


NATIVE: Callable[..., Any] = native
