"""Perfect play with all cards visible, for the games that the solver supports: an oracle.

`margin` is the value of the deal, own side minus other side (points in Belote, payoff in
Codepiece); `sides` are the card points or tricks of seats 0+2 and 1+3. Callers without a State may
only pass sampled worlds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core import engine, registry
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.search import double_dummy, plays
from kibitz.search.double_dummy import BOOK_CARDS_MAX
from kibitz.search.plays import Points, Value


@dataclass(frozen=True)
class Exact:
    """A solved deal, from the point of view of one seat's side."""

    sides: tuple[int, int]
    capot: int | None
    margin: float
    made: bool  # whether the contract is made


def has_solver(game: str) -> bool:
    """Whether the solver supports a game; such a game is valued as own side minus other side."""
    return plays.of_game(game) is not None and hasattr(registry.find("advice", game), "settle")


def solvable(view: View) -> bool:
    """Whether the view is in a phase of card play that the solver supports."""
    if not has_solver(view.game.name) or view.phase != "play":
        return False
    hand: Any = getattr(view, "hand", ())
    return engine.native() is not None or len(hand) <= BOOK_CARDS_MAX


def exact(state: State, seat: int) -> Exact:
    return _exact(state, double_dummy.solve(state), seat)


def exact_cards(state: State) -> dict[int, Exact]:
    """Return the solved value of each legal card of the seat to act, for its side."""
    found = double_dummy.solve_cards(state)
    return {action: _exact(state, value, state.player) for action, value in found.items()}


def _exact(state: State, value: Value, seat: int) -> Exact:
    margin, made = _module(state.game.name).settle(state.position(), value)
    sides = value.points if isinstance(value, Points) else value.tricks
    capot = value.capot if isinstance(value, Points) else None
    return Exact(sides, capot, margin if seat % 2 == 0 else -margin, made)


def _module(game: str) -> Any:
    return registry.find("advice", game)
