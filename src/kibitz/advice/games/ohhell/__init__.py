"""Oh Hell: the seat's tricks in a round, and whether it met its bid."""

from __future__ import annotations

from typing import Any

from kibitz import bots
from kibitz.advice.games.ohhell.mirror import OhHellMirror as Mirror
from kibitz.bots.defaults import judge_player
from kibitz.bots.searcher import native_policy
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.ohhell.rules import BID
from kibitz.games.ohhell.view import OhHellView

__all__ = ["Mirror"]
CONTRACT = "your bid is met"
UNIT, STEP, SCALE = "tricks", 0, 1.0
GRADES = (1.0, 2.0, 4.0)  # points
SEARCH = {"reward": "points", "horizon": "deal"}
PLAYOUTS = 320  # of an action in a row: a round is short, and so are its playouts


def playouts(view: View) -> tuple[dict[str, Any], int] | None:
    judge = bots.spec(view.game.name, judge_player(view.game.name))
    found = native_policy(view.game, judge.native)
    return None if found is None else (found, PLAYOUTS)


def total(end: State, seat: int) -> float:
    return float(end.position()["tricks"][seat])


def contract(end: State, seat: int) -> tuple[int, bool] | None:
    p = end.position()
    return seat, p["tricks"][seat] == p["bids"][seat]


def met(view: View, action: int, value: float) -> tuple[int, float] | None:
    """Return the bid, and the chance to meet it that a value means: rule 7 pays 10 more, or 0."""
    if view.game.options["miss"] != "zero":
        return None
    assert isinstance(view, OhHellView)
    bid = action - BID if view.phase == "bid" else view.bids[view.seat]
    assert bid is not None, "cards are played after the bids"
    return bid, min(1.0, max(0.0, value / (10 + bid)))
