"""Two-player Qwixx by a network that predicts the winner: takes the move with the best chance.

Every move of the turn is evaluated by the position after the turn. On the own turn the other
player's white mark is still to come: it is assumed to be the best one for that player by the same
network. Ties go to the first move, by the white action, then by the colour action.

In the order `simultaneous` the other player decides without seeing; the active player still assumes
the best answer, and the other takes the active sheet as it is. With other numbers of players it
plays like `staged`. The network was trained by `kibitz train qwixx value`, and runs natively if the
engine is available. The twin is native/players/qwixx_value.hpp.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kibitz.bots.bot import RuleBot
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.qwixx.rules import PASS, locked, white_marks
from kibitz.games.qwixx.view import QwixxView
from kibitz.nets import qwixx_value
from kibitz.nets.qwixx_value import Between, QwixxValue
from kibitz.players.qwixx import staged
from kibitz.players.qwixx.turn import Move, Sheet, Turn, marked, turn

ABOUT = "For two players: takes the move with the best winning chance, judged by a network."

PLAYERS = 2
CLOSE = 0.05  # winning chance within which a search reconsiders moves


class ValueRule:
    """The player as a rule, which can also value positions between turns."""

    def __init__(self, net: QwixxValue) -> None:
        self.net = net

    def __call__(self, view: View, rng: Stream) -> int:
        if not self.values(view.game):
            return staged.choose(view, rng)
        return best(*self.rated(view))

    def rated(self, view: View) -> tuple[Turn, list[tuple[Move, float]]]:
        """The possible moves, each with its winning chance."""
        assert isinstance(view, QwixxView)
        now = turn(view)
        moves = [move for move in now.moves if now.offered(move)]
        ends = [after(view, now, move) for move in moves]
        found = iter(self.net.values([end for these in ends for end in these]))
        if not now.own:
            return now, [(move, next(found)) for move in moves]
        return now, [
            (move, min(1 - next(found) for _ in these))
            for move, these in zip(moves, ends, strict=True)
        ]

    @staticmethod
    def values(game: Game) -> bool:
        """Whether it can value positions in this game."""
        return game.players == PLAYERS

    def value(self, state: State) -> list[float]:
        """Each seat's winning chance, between two turns or at the end."""
        view = state.view(0)  # nothing is hidden here
        assert isinstance(view, QwixxView)
        one, other = view.active, 1 - view.active
        sheets = (view.sheets[one], view.sheets[other])
        strikes = (view.strikes[one], view.strikes[other])
        [first] = self.net.values([Between(sheets, strikes, view.closed)])
        return [first, 1 - first] if view.active == 0 else [1 - first, first]


def best(now: Turn, rated: list[tuple[Move, float]]) -> int:
    """The action of the best move; ties go to the first."""
    return now.action(max(rated, key=lambda pair: pair[1])[0])


def after(view: QwixxView, now: Turn, move: Move) -> list[Between]:
    """The possible positions after the turn: one for each answer of the other player."""
    other = 1 - view.seat
    theirs, strikes = view.sheets[other], view.strikes[other]
    if not now.own:
        return [_end((move.sheet, theirs), (move.strikes, strikes), view.closed)]
    answers = [PASS]
    if view.game.options["order"] == "sequential" or view.phase == "white":
        answers += white_marks(list(theirs), list(view.closed), view.dice)
    sheets = [marked(theirs, answer, view.dice) for answer in answers]
    return [_end((sheet, move.sheet), (strikes, move.strikes), view.closed) for sheet in sheets]


def _end(
    sheets: tuple[Sheet, Sheet], strikes: tuple[int, int], closed: tuple[bool, ...]
) -> Between:
    """The position after a turn: rows that anyone has locked are closed."""
    shut = (any(locked(sheet[row]) for sheet in sheets) for row in range(len(closed)))
    return Between(sheets, strikes, tuple(a or b for a, b in zip(closed, shut, strict=True)))


class Player(RuleBot):
    """The player with the shipped network, or with another one."""

    kind = "network"

    def __init__(self, model: Path = qwixx_value.SHIPPED) -> None:
        super().__init__(ValueRule(qwixx_value.load(model)))
        self.rated: list[tuple[Move, float]] = []

    def choose(self, view: View) -> int:
        rule = self.rule
        assert isinstance(rule, ValueRule)
        if not rule.values(view.game):
            self.rated = []
            return rule(view, self.rng)
        now, self.rated = rule.rated(view)
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


def native_of(net: QwixxValue) -> tuple[str, tuple[float, ...]]:
    """The native player; its numbers are the key of the network, and those of staged."""
    return "value", (float(net.key), *staged.native()[1])


def native(model: Path) -> tuple[str, tuple[float, ...]]:
    return native_of(qwixx_value.load(model))


NATIVE: Callable[..., Any] = native
