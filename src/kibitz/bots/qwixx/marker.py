"""Qwixx at random, but with marks: any move that marks something, each as likely.

It takes a strike only where nothing can be marked, and marks whenever it can on others' turns. Of
the sense that the others share it has none.
"""

from __future__ import annotations

from kibitz.bots.qwixx.turn import turn
from kibitz.core.rng import Stream
from kibitz.core.view import View

NATIVE = "marker"


def choose(view: View, rng: Stream) -> int:
    now = turn(view)
    moves = [move for move in now.moves if now.offered(move)]
    marking = [move for move in moves if not move.empty] or moves
    return now.action(marking[rng.below(len(marking))])
