"""Words for the tests of Qwixx: actions by name, sheets in short, and games that begin there."""

from __future__ import annotations

from typing import Any

import kibitz

ROLL = "W3 W5 R1 Y6 G2 B4"
PASS, WHITE_RED, WHITE_YELLOW, WHITE_GREEN, WHITE_BLUE = range(5)
RED_W1, RED_W2, YELLOW_W1, YELLOW_W2, GREEN_W1, GREEN_W2, BLUE_W1, BLUE_W2 = range(5, 13)
FIVE = 0b11111  # the first five numbers of a row: the last one may be marked
FOUR = 0b1111
LOCKED = FIVE | 1 << 10
EMPTY = [0, 0, 0, 0]


def at(
    engine: str,
    sheets: list[list[int]],
    dice: str | None = None,
    order: str = "simultaneous",
    **more: Any,
) -> kibitz.State:
    """A game with these sheets at the start of a turn and explicit chance; `dice` rolls them."""
    game = kibitz.game("qwixx", engine=engine, players=len(sheets), order=order)
    position = {
        "step": "roll",
        "active": 0,
        "dice": None,
        "sheets": sheets,
        "strikes": [0] * len(sheets),
        "closed": [any(sheet[row] >> 10 for sheet in sheets) for row in range(4)],
        "marked": False,
        "answers": [],
    }
    state = game.new(position=position | more, chance="explicit")
    if dice:
        state.apply_chance(dice)
    return state


def play(state: kibitz.State, *actions: int) -> kibitz.State:
    for action in actions:
        state.apply(action)
    return state


def sheets(state: kibitz.State) -> list[list[int]]:
    found: list[list[int]] = state.position()["sheets"]
    return found
