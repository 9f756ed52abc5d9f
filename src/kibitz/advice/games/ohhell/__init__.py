"""Oh Hell: the seat's tricks in a round, and whether it met its bid."""

from __future__ import annotations

from kibitz.advice.games.ohhell.mirror import OhHellMirror as Mirror
from kibitz.core.state import State

__all__ = ["Mirror"]
CONTRACT = "your bid is met"
UNIT, STEP, SCALE = "tricks", 0, 1.0
GRADES = (1.0, 2.0, 4.0)  # points
SEARCH = {"reward": "points", "horizon": "deal"}


def total(end: State, seat: int) -> float:
    return float(end.position()["tricks"][seat])


def contract(end: State, seat: int) -> tuple[int, bool] | None:
    p = end.position()
    return seat, p["tricks"][seat] == p["bids"][seat]
