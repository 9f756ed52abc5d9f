"""Oh Hell: the seat's tricks in a round, and whether it met its bid."""

from __future__ import annotations

from typing import Any

from kibitz import bots
from kibitz.advice.games.ohhell.mirror import OhHellMirror as Mirror
from kibitz.bots.defaults import judge_player
from kibitz.bots.searcher import native_policy
from kibitz.core.state import State
from kibitz.core.view import View

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
