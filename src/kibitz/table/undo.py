"""Taking back: one may think again, but not peek.

A seat's last action is taken back with everything that followed it, unless something hidden came
out since: cards were dealt, dice rolled, hidden cards shown. All seats see such events, so the
whole log may be asked.
"""

from __future__ import annotations

from kibitz.core.state import State
from kibitz.table.errors import CannotUndo

# What may not be seen and then taken back, and how to say it.
REVEALING = {
    "deal": "new cards were dealt",
    "chance": "the dice were rolled",
    "reveal": "hidden cards or marks were shown",
    "discard": "cards were shown and left the game",
}


def actions_back(state: State, seat: int) -> int:
    """How many actions must be undone for this seat to decide again; or CannotUndo."""
    count = 0
    shown = None
    for event in reversed(state.events):
        if event.kind == "action":
            count += 1
            if event.seat == seat:
                if shown is not None:
                    raise CannotUndo(f"not any more: since your last move {REVEALING[shown]}")
                return count
        elif event.kind in REVEALING:
            shown = event.kind
    raise CannotUndo("you have not done anything yet that could be taken back")


def possible(state: State, seat: int) -> bool:
    try:
        actions_back(state, seat)
    except CannotUndo:
        return False
    return True


def taken_back(state: State, seat: int) -> State:
    """The state in which the seat decides again."""
    count, before = actions_back(state, seat), state.copy()
    for _ in range(count):
        before.undo()
    assert before.player == seat
    return before
