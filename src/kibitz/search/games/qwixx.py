"""Qwixx for search: the white mark that its rule players remember in the colour step."""

from __future__ import annotations

from kibitz.games.qwixx.rules import COLOUR, PASS, WHITE, frontier, target
from kibitz.games.qwixx.view import QwixxView


def memory(view: QwixxView) -> list[int]:
    """The action of the white step, in the colour step; otherwise PASS."""
    if view.phase != "colour" or not view.marked:
        return [PASS]
    for event in reversed(view.history):
        if event.kind in ("action", "reveal"):
            return [event.data[0] if isinstance(event.data, tuple) else event.data]
    return [_white_mark(view)]


def _white_mark(view: QwixxView) -> int:
    """The white mark if the game started in a colour step: the last mark of some row."""
    sheet = view.sheets[view.active]
    marks = [(action, *target(action, view.dice)) for action in range(WHITE, COLOUR)]
    return next((a for a, row, cell in marks if frontier(sheet[row]) == cell + 1), PASS)
