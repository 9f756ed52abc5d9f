"""Codepiece: the tricks of the seat's team, and whether the bid was made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.advice.games.codepiece.mirror import CodepieceMirror as Mirror
from kibitz.core.state import State
from kibitz.games.codepiece.legal_moves import PASS, BidPhase
from kibitz.search.plays import Tricks, Value

__all__ = ["Mirror"]
CONTRACT = "the contract is made"
UNIT, STEP = "tricks", 0
GRADES = (1.0, 3.0, 6.0)
SEARCH = {"reward": "points", "horizon": "deal"}
PASS_ACTION = PASS
SCALE = 2.0  # one team's gain is the other's loss
# A world of 13 cards takes a quarter of a second: the first trick is played out.
SOLVED = {12: 2, 11: 4, 10: 6, 9: 20} | dict.fromkeys(range(2, 9), 60)


def total(end: State, seat: int) -> float:
    return float(end.position()["tricks"][seat % 2])


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (all see the same)
    p = end.position()
    if None in p["bids"]:
        return None
    bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
    return bidder, p["tricks"][bidder % 2] >= bid


def settle(p: Mapping[str, Any], value: Value) -> tuple[float, bool]:
    """Return the payoff of a solved deal, seats 0+2 minus 1+3, and whether the bid is made."""
    assert isinstance(value, Tricks)
    bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
    made = value.tricks[bidder % 2] >= bid
    gain = 2 * (bid if made else -2 * bid)
    return (gain if bidder % 2 == 0 else -gain), made
