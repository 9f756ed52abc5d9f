"""Qwixx by chances: pass over little, and keep it likely that the next white sum can be used.

Of the moves that pass over at most two numbers (one on others' turns) the one after which a white
sum most likely hits the next free number of an open row, each number counted once; of equals the
last. Without such a move a strike, or no mark.
"""

from __future__ import annotations

from kibitz.bots.qwixx.turn import Move, Turn, sensible, turn
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.qwixx.rules import CELLS, ROWS, frontier, number_at

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
    """In how many of 36 rolls the white sum is the next free number of some open row."""
    numbers = {
        number_at(row, frontier(move.sheet[row]))
        for row in range(len(ROWS))
        if not now.closed[row] and frontier(move.sheet[row]) < CELLS
    }
    return sum(6 - abs(7 - number) for number in numbers)
