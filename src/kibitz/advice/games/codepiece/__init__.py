"""Codepiece: the tricks of the seat's team, and whether the bid was made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kibitz.advice.games.codepiece.mirror import CodepieceMirror as Mirror
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.codepiece.legal_moves import PASS, BidPhase
from kibitz.games.codepiece.view import CodepieceView
from kibitz.search.plays import Tricks, Value

__all__ = ["Mirror"]
CONTRACT = "the contract is made"
TRICKS = 13
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


def made(view: View, value: float) -> tuple[Callable[[float], bool], float] | None:
    """Return the team's tricks that make the contract, and the chance of it that a value means.

    Rule 9: the bidders are 2B points ahead then, and otherwise 4B behind.
    """
    assert isinstance(view, CodepieceView)
    if view.phase == "bid":
        return None
    own = view.seat % 2 == view.bidder % 2
    needed = view.bid if own else TRICKS + 1 - view.bid
    chance = ((value if own else -value) + 4 * view.bid) / (6 * view.bid)
    return lambda total: (total >= needed) == own, min(1.0, max(0.0, chance))


def settle(p: Mapping[str, Any], value: Value) -> tuple[float, bool]:
    """Return the payoff of a solved deal, seats 0+2 minus 1+3, and whether the bid is made."""
    assert isinstance(value, Tricks)
    bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
    made = value.tricks[bidder % 2] >= bid
    gain = 2 * (bid if made else -2 * bid)
    return (gain if bidder % 2 == 0 else -gain), made
