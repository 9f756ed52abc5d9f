"""Codepiece: the tricks of the own team, and whether the bid was made."""

from __future__ import annotations

from kibitz.advice.tricks import CodepieceMirror as Mirror
from kibitz.core.state import State
from kibitz.games.codepiece.phases import BidPhase

__all__ = ["Mirror"]
UNIT, STEP = "tricks", 0
SEARCH = {"reward": "points", "horizon": "deal"}
SCALE = 2.0  # what one team gets the other pays


def total(end: State, seat: int) -> float:
    return float(end.position()["tricks"][seat % 2])


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (all see the same)
    p = end.position()
    if None in p["bids"]:
        return None
    bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
    return bidder, p["tricks"][bidder % 2] >= bid
