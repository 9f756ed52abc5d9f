"""What advice needs to know about each game. The folder is the registry.

A module is named after its game and provides

    UNIT, STEP       what is counted at the end, and the width of the ranges shown
    total(end, seat) the count of a seat (or its side) at the end of a deal, or of the game
    contract(end, seat) -> (seat, whether it was made), or None
    SEARCH           reward and horizon of an evaluation, and whether it reads the match (equity)
    GRADES           smallest losses of an inaccuracy, a mistake and a blunder, in that reward
    SCALE            factor that turns that reward into own side minus other side
    CONTRACT         how to say that a contract is made
    Mirror           the game of the advisor (advice.advisor.mirror); else there is no advisor
    sampler(view, made, effort)   how to value a decision, if not by samplers.py; or None
    met(view, action, value)      the total that makes an own bid, and the chance that a value means
    made(view, value)             the totals that make the contract, and the chance that it means
    win(view, method, value)      the chance to win that a value means, and that of a point
    playouts(view)                settings of playouts, and how many of an action in a row; or None
    settle(position, value)       of a solved deal: margin of seats 0+2, contract made
    SOLVED                        worlds solved in a row, by the number of cards in hand
    PASS_ACTION                   the pass of an auction
    call_chances(view, actions, seed)   who plays the contract after a call, and its chance
    worth(state)                  what a position is worth where nobody has to decide (worth.py)

`sampler`, `met`, `made`, `win`, `playouts`, `PASS_ACTION`, `call_chances` and `worth` are optional;
`settle` and `SOLVED` are for games that the solver supports. A game without a module falls back to
generic.py.

`end` is a state whose deal is over and whose next deal has not started; in a game without deals, it
is the end of the game.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Protocol

from kibitz.advice import generic
from kibitz.core import registry
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View


class Known(Protocol):
    """The interface of a game's module."""

    UNIT: str
    STEP: int
    SEARCH: dict[str, Any]
    GRADES: tuple[float, float, float]
    SCALE: float
    SOLVED: dict[int, int]
    CONTRACT: str

    def total(self, end: State, seat: int) -> float: ...

    def contract(self, end: State, seat: int) -> tuple[int, bool] | None: ...


def search_of(game: Game) -> dict[str, Any]:
    """Return reward and horizon of an evaluation; alone there is no one to win against."""
    found = dict(known(game.name).SEARCH)
    return found | {"reward": "points"} if game.players == 1 else found


def met(view: View, action: int, value: float) -> tuple[int, float] | None:
    """Return the total that makes the contract, and its chance, where the value says both."""
    own = getattr(known(view.game.name), "met", None)
    found: tuple[int, float] | None = own and own(view, action, value)
    return found


def made(view: View, action: int, value: float) -> tuple[Callable[[float], bool], float] | None:
    """Return which totals make the contract, and its chance, where a value says both."""
    if (bid := met(view, action, value)) is not None:
        return lambda total: total == bid[0], bid[1]
    own = getattr(known(view.game.name), "made", None)
    found: tuple[Callable[[float], bool], float] | None = own and own(view, value)
    return found


def win(view: View, method: str, value: float) -> tuple[float, float] | None:
    """Return the chance to win that a value means, and that of a point, where it means one."""
    own = getattr(known(view.game.name), "win", None)
    found: tuple[float, float] | None = own and own(view, method, value)
    return found


@functools.cache
def known(game: str) -> Known:
    """Return a game's module, or the generic one."""
    module: Any = registry.find("advice", game) or generic
    found: Known = module
    return found
