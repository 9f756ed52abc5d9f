"""Qwixx with patience: skip few numbers, and take a strike rather than skip many.

Of the moves that skip at most three numbers (none on others' turns) the one that skips the fewest;
ties go to the highest score, then to the last.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.players.qwixx.turn import sensible, turn

ABOUT = "Skips few numbers, then takes the highest score."

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
