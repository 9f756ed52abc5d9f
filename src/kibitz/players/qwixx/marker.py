"""Qwixx at random, but with marks: any move that marks something, with equal probability.

It takes a strike only if nothing can be marked, and marks whenever it can on others' turns. It has
none of the common sense that the others share.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.players.qwixx.turn import turn

ABOUT = "Makes any possible mark at random, and takes a strike only if there is none: a baseline."

NATIVE = "marker"


def choose(view: View, rng: Stream) -> int:
    now = turn(view)
    moves = [move for move in now.moves if now.offered(move)]
    marking = [move for move in moves if not move.empty] or moves
    return now.action(marking[rng.below(len(marking))])
