"""Qwixx: whole turns that a search compares, pruned by the sense that the rule players share.

A white mark is worth what can be made of the turn with it, so on the own turn a plan is both steps.
"""

from __future__ import annotations

from kibitz.bots.qwixx.turn import sensible, turn
from kibitz.core.view import View
from kibitz.search.settings import Plan


def plans(view: View) -> list[Plan]:
    now = turn(view)
    moves = sensible(now)
    if now.own and now.white_done is None:
        return [(move.white, move.colour) for move in moves]
    return [(now.action(move),) for move in moves]
