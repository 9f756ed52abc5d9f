"""Qwixx as text: actions, rolls, and a seat's view.

An action is `pass`, the white sum in a row (`white red`), or a row with the white die that goes
with its coloured die (`red w1`, `blue w2`). A roll is its six dice, `W3 W5 R1 Y6 G2 B4`, or its
number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import BadAction, BadText
from kibitz.games.qwixx.rules import (
    CELLS,
    COLOUR,
    ROLLS,
    ROWS,
    WHITE,
    dice_of,
    frontier,
    locked,
    marks,
    number_at,
    roll_of,
)

if TYPE_CHECKING:
    from kibitz.games.qwixx.view import QwixxView

ACTION_NAMES = (
    "pass",
    *(f"white {row}" for row in ROWS),
    *(f"{row} w{die}" for row in ROWS for die in (1, 2)),
)
DICE = "WWRYGB"

_IDS = {name: action for action, name in enumerate(ACTION_NAMES)}
# Rows may be abbreviated to their first letter.
_IDS |= {f"white {row[0]}": WHITE + i for i, row in enumerate(ROWS)}
_IDS |= {
    f"{row[0]} w{die + 1}": COLOUR + 2 * i + die for i, row in enumerate(ROWS) for die in (0, 1)
}


def action_name(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    name = " ".join(text.lower().split())
    if name not in _IDS:
        raise BadAction(f"{text!r} is not an action: write pass, white red, or red w1")
    return _IDS[name]


def roll_name(roll: int) -> str:
    return " ".join(f"{name}{die}" for name, die in zip(DICE, dice_of(roll), strict=True))


def parse_roll(text: str) -> int:
    words = text.upper().split()
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 6:
        if int(words[0]) < ROLLS:
            return int(words[0])
        raise BadText(f"the number of a roll must be from 0 to {ROLLS - 1}, not {words[0]}")
    if len(words) != len(DICE) or any(
        len(word) != 2 or word[0] != name or word[1] not in "123456"
        for word, name in zip(words, DICE, strict=False)
    ):
        raise BadText(f"{text!r} is not a roll: write W3 W5 R1 Y6 G2 B4, or its number")
    return roll_of(tuple(int(word[1]) for word in words))


def show(view: QwixxView) -> str:
    """A seat's view as text for a terminal. X is a mark, - a skipped number."""
    lines = [_headline(view)]
    for seat in range(view.game.players):
        turn = "*" if seat == view.player else " "
        you = " (you)" if seat == view.seat else ""
        lines.append(
            f"{turn}seat {seat}{you}: {view.scores[seat]} points, strikes {view.strikes[seat]}"
        )
        for row, bits in enumerate(view.sheets[seat]):
            lines.append(_row_text(view, row, bits))
    if view.pending is not None:
        lines.append(f"your decision: {action_name(view.pending)}")
    return "\n".join(lines)


def _headline(view: QwixxView) -> str:
    if view.phase == "over":
        return "Qwixx, the game is over"
    if view.phase == "roll":
        return f"Qwixx, waiting for the roll of seat {view.active}"
    step = "colour" if view.phase == "colour" else "white"
    return (
        f"Qwixx, {step} step of seat {view.active}'s turn: {roll_name(roll_of(view.dice))}, "
        f"white {view.dice[0] + view.dice[1]}"
    )


def _row_text(view: QwixxView, row: int, bits: int) -> str:
    cells = []
    for cell in range(CELLS):
        if bits >> cell & 1:
            cells.append("X")
        elif view.closed[row] or cell < frontier(bits):
            cells.append("-")
        else:
            cells.append(str(number_at(row, cell)))
    state = "locked" if locked(bits) else "closed" if view.closed[row] else ""
    line = f"   {ROWS[row]:<7}" + "".join(f"{cell:>3}" for cell in cells)
    return f"{line}  {marks(bits):>2} {state}".rstrip()
