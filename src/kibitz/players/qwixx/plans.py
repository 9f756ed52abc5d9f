"""Qwixx: the complete turns that a search compares.

A white mark is worth what the rest of the turn makes of it, so on the own turn a plan has both
steps. The plans are the moves that the network (value.py) rates nearly as good as the best, in its
order. In small variants, which it does not know, they are those that pass the common sense of the
rule players.
"""

from __future__ import annotations

from kibitz.core.view import View
from kibitz.nets import qwixx_value
from kibitz.players.qwixx.turn import sensible, turn
from kibitz.players.qwixx.value import CLOSE, CLOSE_POINTS, ValueRule
from kibitz.search.settings import Plan

VERSION = 3  # 1: sensible turns at every table; 2: the network's for two players


def plans(view: View) -> list[Plan]:
    rule = ValueRule(qwixx_value.load())
    if rule.values(view.game):
        now, rated = rule.rated(view)
        rated.sort(key=lambda pair: -pair[1])
        close = CLOSE_POINTS if view.game.players == 1 else CLOSE
        moves = [move for move, value in rated if value >= rated[0][1] - close]
    else:
        now = turn(view)
        moves = sensible(now)
    if now.own and now.white_done is None:
        return [(move.white, move.colour) for move in moves]
    return [(now.action(move),) for move in moves]
