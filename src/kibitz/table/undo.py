"""Taking back: think again at any time, but what the rules turn over for all stays turned over.

A seat's last action is taken back with everything that followed it. Two things may have come out
since, and they are not alike:

- Chance and what was face down: cards dealt, dice rolled, hidden cards shown. Then it is refused.
  All seats see such events, so the whole log may be asked.
- Replies of others: a card, a call. At a table of cards and bots nearly every move is answered at
  once, so a take-back without them would be none. It is allowed, other persons having agreed; but
  a reply tells something of a hidden hand, so `seen` counts them, a note tells it to all, and the
  finished game says how often each seat did it (`peeks`).
"""

from __future__ import annotations

from kibitz.core.state import State
from kibitz.table.errors import CannotUndo
from kibitz.table.table import Table

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


def seen(table: Table, seat: int) -> int:
    """How many replies this seat has seen that a take-back would undo; secret ones are not seen."""
    assert table.state is not None
    ply = table.ply - actions_back(table.state, seat)
    since = table.history(seat)[table.history_length(seat, ply) :]
    return sum(event.kind == "action" and event.seat != seat for event in since)


def peeks(table: Table) -> list[int]:
    """How often each seat has taken back in this game after it saw replies."""
    begun = max((i for i, note in enumerate(table.notes) if note.kind == "begun"), default=0)
    notes = [note for note in table.notes[begun:] if note.kind == "undone_seen"]
    return [sum(note.seat == seat for note in notes) for seat in range(len(table.seats))]


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
