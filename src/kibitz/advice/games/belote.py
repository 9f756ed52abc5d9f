"""Belote: the card points of the own side, and whether the contract was made."""

from __future__ import annotations

from kibitz.advice.tricks import BeloteMirror as Mirror
from kibitz.core.state import State

__all__ = ["Mirror"]
UNIT, STEP = "points", 10
SEARCH = {"reward": "margin", "horizon": "deal"}
SCALE = 1.5  # own marks less the mean of the three others' is two thirds of side less side


def total(end: State, seat: int) -> float:
    """Card points with the last trick or the capot, without belote; of a void deal 0."""
    score = next((e.data for e in reversed(end.events) if e.kind == "score"), None)
    return float(score[2 + seat % 2]) if isinstance(score, tuple) else 0.0


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (all see the same)
    bidder = end.position()["bidder"]
    if bidder < 0:
        return None
    score = next((e.data for e in reversed(end.events) if e.kind == "score"), None)
    if not isinstance(score, tuple) or end.phase == "play":
        return bidder, False  # not played to the end: the solver tells
    return bidder, score[bidder % 2] > score[1 - bidder % 2]  # rule 9: who makes it marks more
