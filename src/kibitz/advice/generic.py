"""What advice assumes about a game without a module of its own: the score is what counts.

Hints, reviews and outlooks work for every game; the advisor for real tables does not, because only
a game's own module knows what one seat sees of a deal.
"""

from __future__ import annotations

from kibitz.core.state import State

UNIT, STEP, SCALE = "score", 0, 1.0
CONTRACT = "the contract is made"
GRADES = (0.5, 1.5, 3.0)
SEARCH = {"reward": "points"}


def total(end: State, seat: int) -> float:
    """Return the score of a seat when the game, or its deal, is over."""
    return (end.returns() if end.done else end.scores())[seat]


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (there is none)
    return None
