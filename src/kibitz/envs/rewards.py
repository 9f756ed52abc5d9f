"""Rewards: what an environment pays a seat, and when.

Every game has "returns", nothing until the end, then the seat's `returns()`, and "outcome", its
share of the win. A file
`envs/games/<game>.py` may define more under REWARDS; the first is the game's default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.envs.extras import extra, return_bounds


@dataclass(frozen=True)
class Reward:
    """`pay(state, view, seen)` pays the view's seat for the events of `view.history[seen:]`."""

    pay: Callable[[State, View, int], float]
    lowest: Callable[[Game], float]  # lower bound of a game's total reward
    at_end: Callable[[State], list[float]] | None = None  # if all is paid at the end: to each seat


def reward(game: Game, name: str | None) -> Reward:
    """Return a reward by name; None is the game's default."""
    known: Mapping[str, Reward] = {**(extra(game.name, "REWARDS") or {}), "returns": RETURNS}
    known = {**known, "outcome": OUTCOME}
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        raise BadOption(f"the rewards of {game.name} are {', '.join(known)}, not {name!r}")
    return known[name]


def _pay_returns(state: State, view: View, seen: int) -> float:  # noqa: ARG001
    return state.returns()[view.seat] if state.done else 0.0


def _pay_outcome(state: State, view: View, seen: int) -> float:  # noqa: ARG001
    return state.outcome()[view.seat] if state.done else 0.0


RETURNS = Reward(_pay_returns, lambda game: return_bounds(game)[0], lambda state: state.returns())
OUTCOME = Reward(_pay_outcome, lambda game: 0.0, lambda state: state.outcome())  # noqa: ARG005


def ended_rounds(view: View, seen: int) -> list[int]:
    """Return the indices in the history, from `seen` on, where a round or deal was scored."""
    return [i for i in range(seen, len(view.history)) if view.history[i].kind == "score"]
