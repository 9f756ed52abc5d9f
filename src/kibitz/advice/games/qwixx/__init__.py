"""Qwixx: the seat's final score."""

from __future__ import annotations

from typing import Any

from kibitz import bots
from kibitz.advice.games.qwixx.mirror import QwixxMirror as Mirror
from kibitz.advice.games.qwixx.worth import worth
from kibitz.bots.searcher import native_policy
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.qwixx.view import QwixxView
from kibitz.players.qwixx.turn import turn

__all__ = ["Mirror", "worth"]
CONTRACT = "the contract is made"
UNIT, STEP, SCALE = "score", 10, 1.0
GRADES = (2.0, 5.0, 10.0)  # points, for a game alone
SEARCH = {"reward": "outcome"}
PLAYOUTS = 20
TURNS = {"turns": 1}  # playouts that end there, where a network gives the chance to win
TURN_PLAYOUTS = 15
END_TURNS = {"turns": 3}  # near the end, which may still be twenty turns away


def playouts(view: View) -> tuple[dict[str, Any], int] | None:
    """Play one turn ahead, near the end three. A game alone is played out.

    The network ranks by wins, which a player alone does not have: there `ga` plays.
    """
    assert isinstance(view, QwixxView)
    if view.game.players == 1:
        found = _policy(view, "ga")
        return None if found is None else (found, PLAYOUTS)
    found = _policy(view, "value")
    if found is None:
        return None
    near_end = any(view.closed) or max(view.strikes) > 2
    if not near_end:
        return found | TURNS, TURN_PLAYOUTS
    # The last turns are too far from the usual for the network to choose the colour mark.
    now = turn(view)
    if now.own and now.white_done is None:
        found |= {"plans": [(move.white, move.colour) for move in now.moves]}
    return found | END_TURNS, PLAYOUTS


def _policy(view: View, name: str) -> dict[str, Any] | None:
    return native_policy(view.game, bots.spec("qwixx", name).native)


def total(end: State, seat: int) -> float:
    return end.returns()[seat]


def contract(end: State, seat: int) -> tuple[int, bool] | None:  # noqa: ARG001 (there is none)
    return None
