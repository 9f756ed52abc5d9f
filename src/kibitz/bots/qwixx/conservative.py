"""Qwixx with patience: pass over few numbers, and rather take a strike than pass over many.

Of the moves that pass over at most three numbers (none on others' turns) the one that passes over
the fewest; of equals the highest score; of equals again the last.
"""

from __future__ import annotations

from kibitz.bots.qwixx.turn import sensible, turn
from kibitz.core.rng import Stream
from kibitz.core.view import View

NATIVE = "conservative"
SKIPS_OWN, SKIPS_OTHERS = 3, 0


def choose(view: View, _rng: Stream) -> int:
    now = turn(view)
    moves = sensible(now)
    if len(moves) == 1:
        return now.action(moves[0])
    most = SKIPS_OWN if now.own else SKIPS_OTHERS
    marking = [move for move in moves if not move.empty and move.skipped <= most]
    best = max(reversed(marking), key=lambda m: (-m.skipped, m.score), default=moves[0])
    return now.action(best)
