"""Qwixx: whole turns that a search compares.

A white mark is worth what can be made of the turn with it, so on the own turn a plan is both steps.
For two players they are the moves that the network (value.py) thinks nearly as good as the best, in
its order; at other tables those that pass the sense which the rule players share.
"""

from __future__ import annotations

from kibitz.bots.qwixx.turn import sensible, turn
from kibitz.bots.qwixx.value import CLOSE, ValueRule
from kibitz.core.view import View
from kibitz.nets import qwixx_value
from kibitz.search.settings import Plan

VERSION = 2  # 1: sensible turns at every table


def plans(view: View) -> list[Plan]:
    rule = ValueRule(qwixx_value.load())
    if rule.values(view.game):
        now, rated = rule.rated(view)
        rated.sort(key=lambda pair: -pair[1])
        moves = [move for move, value in rated if value >= rated[0][1] - CLOSE]
    else:
        now = turn(view)
        moves = sensible(now)
    if now.own and now.white_done is None:
        return [(move.white, move.colour) for move in moves]
    return [(now.action(move),) for move in moves]
