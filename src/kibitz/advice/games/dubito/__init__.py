"""Dubito: a hard win counts 1, a soft one 0.5."""

from __future__ import annotations

from kibitz.advice.games.dubito.mirror import DubitoMirror as Mirror
from kibitz.core.state import State

__all__ = ["Mirror"]
CONTRACT = "the contract is made"
UNIT, STEP, SCALE = "result", 0, 1.0
SEARCH = {"reward": "outcome"}  # there are no points


def total(end: State, seat: int) -> float:
    return end.returns()[seat]


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (there is none)
    return None
