"""Qwixx by chances: skip little, and keep it likely that the next white sum can be used.

Of the moves that skip at most two numbers (one on others' turns) the one after which a white sum is
most likely to hit the next free number of an open row, each number counted once; ties go to the
last. Without such a move a strike, or no mark.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.qwixx.rules import CELLS, ROWS, frontier, number_at
from kibitz.players.qwixx.turn import Move, Turn, sensible, turn

ABOUT = "Skips few numbers, then keeps the most numbers within reach."

NATIVE = "opportunist"
SKIPS_OWN, SKIPS_OTHERS = 2, 1


def choose(view: View, _rng: Stream) -> int:
    now = turn(view)
    moves = sensible(now)
    if len(moves) == 1:
        return now.action(moves[0])
    most = SKIPS_OWN if now.own else SKIPS_OTHERS
    marking = [move for move in moves if not move.empty and move.skipped <= most]
    best = max(reversed(marking), key=lambda move: ways_to_hit(now, move), default=moves[0])
    return now.action(best)


def ways_to_hit(now: Turn, move: Move) -> int:
    """The number of rolls, out of 36, whose white sum is the next free number of an open row."""
    numbers = {
        number_at(row, frontier(move.sheet[row]))
        for row in range(len(ROWS))
        if not now.closed[row] and frontier(move.sheet[row]) < CELLS
    }
    return sum(6 - abs(7 - number) for number in numbers)
