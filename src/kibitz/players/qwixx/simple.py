"""Qwixx by a simple rule: mark what skips the fewest numbers, and take few strikes.

A mark is made if it skips little; more is accepted if the alternative is a strike. A lock is always
made.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.qwixx.rules import LAST, PASS, WHITE, frontier, marks, target
from kibitz.games.qwixx.view import QwixxView

SKIPS_WHITE = 1  # maximum skips for a free mark
SKIPS_COLOUR = 1
SKIPS_STRIKE = 3  # if passing means a strike, in the colour step


def choose(view: View, rng: Stream) -> int:
    assert isinstance(view, QwixxView)
    choices = [action for action in view.legal() if action != PASS]
    if not choices:
        return PASS
    skips = {action: skipped(view, action) for action in choices}
    # For equal skips, the row with more marks: its next mark is worth more.
    best = min(choices, key=lambda a: (skips[a], -_marks(view, a), rng.below(1000)))
    return best if skips[best] <= _accepted(view) else PASS


def skipped(view: QwixxView, action: int) -> int:
    """The free numbers that a mark would skip; negative for a lock."""
    row, cell = target(action, view.dice)
    return -1 if cell == LAST else cell - frontier(view.sheets[view.seat][row])


def _marks(view: QwixxView, action: int) -> int:
    row, _ = target(action, view.dice)
    return marks(view.sheets[view.seat][row])


def _accepted(view: QwixxView) -> int:
    if view.phase == "colour":
        return SKIPS_COLOUR if view.marked else SKIPS_STRIKE
    if view.seat == view.active and not _colour_is_cheap(view):
        return SKIPS_WHITE + 1  # a strike is near
    return SKIPS_WHITE


def _colour_is_cheap(view: QwixxView) -> bool:
    """Whether the colour step offers a mark that skips little."""
    sheet = view.sheets[view.seat]
    for action in range(WHITE + len(sheet), WHITE + 3 * len(sheet)):
        row, cell = target(action, view.dice)
        skips = cell - frontier(sheet[row])
        if not view.closed[row] and 0 <= skips <= SKIPS_WHITE and cell != LAST:
            return True
    return False
