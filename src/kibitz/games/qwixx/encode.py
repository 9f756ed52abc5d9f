"""Qwixx observations: the 25 features of one seat's sheet and of how near the end is.

Version 1, 25 numbers. Rows are red, yellow, green, blue. A row is closed for a player when it is
closed for all, or when this player has locked it itself. The frontier is the first cell (0..10 from
the left) that a player may still mark; the marks of a row count the lock as one more. Decisions
that are pending in a simultaneous white step are on no sheet yet. The dice are not among the
features.
    [0:4)    progress of each row: frontier / 10; 1 if closed
    [4:8)    marks / 11 of each row (a full locked row has 12)
    [8:12)   closed, one flag a row
    [12:16)  chance of the next free number n, weighed: (ways / 6) * (marks + 1) / 11, 0 if closed;
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
from numpy.typing import NDArray

from kibitz.core.view import no_such_encoding
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
VERSIONS = (1,)


def encode(view: QwixxView, version: int | str | None = None) -> NDArray[np.float32]:
    """Each number is a quotient of whole numbers, rounded once: both engines get the same bits."""
    if version not in (None, *VERSIONS):
        no_such_encoding(view.game, version, VERSIONS)
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
    """How many of the 36 rolls of two dice give this sum."""
    return 6 - abs(7 - number)


def closed_rows(view: QwixxView, seat: int) -> list[bool]:
    """Rows in which this player can mark nothing more."""
    return [
        closed or locked(bits) for closed, bits in zip(view.closed, view.sheets[seat], strict=True)
    ]


def reached(bits: int, closed: bool) -> int:
    """How far a row has come, in cells: 0 to 10."""
    return LAST if closed else frontier(bits)


def progress(view: QwixxView, seat: int) -> int:
    """How far the four rows of a player have come together."""
    return sum(map(reached, view.sheets[seat], closed_rows(view, seat)))


def best_marks(sheet: tuple[int, ...], closed: list[bool], number: int) -> int:
    """The most marks + 1 of a row that can mark this number; 0 if none can."""
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
