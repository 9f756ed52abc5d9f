"""Qwixx observations: 25 features of one seat's sheet and of how close the end is.

Version 2, which sees the dice and every sheet, is in encode_v2.py.

Version 1, 25 numbers. Rows are red, yellow, green, blue. A row is closed for a player if it is
closed for all, or if this player has locked it. The frontier is the first cell (0..10 from the
left) that a player may still mark; the marks of a row count the lock as one more. Pending decisions
of a simultaneous white step are not yet on any sheet. The dice are not among the features.
    [0:4)    progress of each row: frontier / 10; 1 if closed
    [4:8)    marks / 11 of each row (a full locked row has 12)
    [8:12)   closed, one flag per row
    [12:16)  chance of the next free number n, weighted: (ways / 6) * (marks + 1) / 11, 0 if closed;
             ways = 6 - |7 - n|, of two dice
    [16]     strikes / 3
    [17]     numbers skipped in rows that are open / 40
    [18]     opponents / 4
    [19]     (score - best opponent's score) / 100, between -1 and 1; 0 without opponents
    [20]     most strikes of any player / 3
    [21]     min(1, most closed rows of any player): whether one more lock ends the game
    [22]     highest mean progress of any player
    [23]     sum over n of P(n) * the best (marks + 1) / 11 of a row that can mark n;
             P(n) = ways / 36
    [24]     rows that can be locked (open, five marks or more) of all players / 8
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.encoding import Encoding, Observation
from kibitz.games.qwixx import encode_v2
from kibitz.games.qwixx.rules import (
    LAST,
    LOCK_MARKS,
    ROWS,
    can_mark,
    cell_of,
    frontier,
    locked,
    marks,
    number_at,
)

if TYPE_CHECKING:
    from kibitz.games.qwixx.view import QwixxView

SIZE = 25


def encode_1(view: QwixxView) -> Observation:
    """Each number is a quotient of integers, rounded once, so both engines produce the same
    bits."""
    x = np.zeros(SIZE, dtype=np.float32)
    sheet, players = view.sheets[view.seat], range(view.game.players)
    shut = closed_rows(view, view.seat)
    for row, bits in enumerate(sheet):
        x[row] = reached(bits, shut[row]) / LAST
        x[4 + row] = marks(bits) / 11
        x[8 + row] = shut[row]
        if not shut[row]:
            x[12 + row] = ways(number_at(row, frontier(bits))) * (marks(bits) + 1) / (6 * 11)
    x[16] = view.strikes[view.seat] / 3
    x[17] = sum(frontier(b) - marks(b) for b, c in zip(sheet, shut, strict=True) if not c) / 40
    x[18] = (view.game.players - 1) / 4
    others = [view.scores[seat] for seat in players if seat != view.seat]
    if others:
        x[19] = min(100, max(-100, view.scores[view.seat] - max(others))) / 100
    x[20] = max(view.strikes) / 3
    x[21] = min(1, max(sum(closed_rows(view, seat)) for seat in players))
    x[22] = max(progress(view, seat) for seat in players) / (len(ROWS) * LAST)
    x[23] = sum(ways(n) * best_marks(sheet, shut, n) for n in range(2, 13)) / (36 * 11)
    x[24] = sum(lockable(view, seat) for seat in players) / 8
    return x


def ways(number: int) -> int:
    """The number of rolls of two dice, out of 36, with this sum."""
    return 6 - abs(7 - number)


def closed_rows(view: QwixxView, seat: int) -> list[bool]:
    """The rows in which this player can mark nothing more."""
    return [
        closed or locked(bits) for closed, bits in zip(view.closed, view.sheets[seat], strict=True)
    ]


def reached(bits: int, closed: bool) -> int:
    """The progress of a row in cells: 0 to 10."""
    return LAST if closed else frontier(bits)


def progress(view: QwixxView, seat: int) -> int:
    """The total progress of a player's four rows."""
    return sum(map(reached, view.sheets[seat], closed_rows(view, seat)))


def best_marks(sheet: tuple[int, ...], closed: list[bool], number: int) -> int:
    """The maximum of marks + 1 over the rows that can mark this number; 0 if none can."""
    return max(
        (
            marks(bits) + 1
            for row, bits in enumerate(sheet)
            if not closed[row] and can_mark(bits, cell_of(row, number))
        ),
        default=0,
    )


def lockable(view: QwixxView, seat: int) -> int:
    rows = zip(view.sheets[seat], closed_rows(view, seat), strict=True)
    return sum(marks(bits) >= LOCK_MARKS for bits, closed in rows if not closed)


ENCODINGS = {
    "v1": Encoding(SIZE, encode_1),
    "v2": Encoding(encode_v2.SIZE, encode_v2.encode_2),
}
