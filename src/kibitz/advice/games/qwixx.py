"""Qwixx: the own final score."""

from __future__ import annotations

from kibitz.advice.dice import QwixxMirror as Mirror
from kibitz.core.state import State

__all__ = ["Mirror"]
UNIT, STEP, SCALE = "score", 10, 1.0
SEARCH = {"reward": "margin"}  # points tell people more than shares of the win


def total(end: State, seat: int) -> float:
    return end.returns()[seat]


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (there is none)
    return None
