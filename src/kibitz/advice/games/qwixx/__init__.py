"""Qwixx: the seat's final score."""

from __future__ import annotations

from kibitz.advice.games.qwixx.mirror import QwixxMirror as Mirror
from kibitz.core.state import State

__all__ = ["Mirror"]
CONTRACT = "the contract is made"
UNIT, STEP, SCALE = "score", 10, 1.0
SEARCH = {"reward": "margin"}  # points mean more to people than win shares


def total(end: State, seat: int) -> float:
    return end.returns()[seat]


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (there is none)
    return None
