"""Undo: players may reconsider at any time, but what the rules reveal to all stays revealed.

This file decides what can be undone. step.py applies it: the request, the consent of the other
people, and the state before the move. admission.py refuses a new undo that needs the consent of
somebody who is away, and a move that was chosen before an undo.

Undo retracts a seat's last action and everything that followed it. Two kinds of things may have
come to light since, and they are treated differently:

- Chance and hidden information: cards dealt, dice rolled, hidden cards shown. Then undo is refused.
  All seats see such events, so any seat's log may be consulted.
- Replies of others: a card, a call. At a table with bots nearly every move is answered at once, so
  an undo that excluded replies would be useless. It is allowed if the other people agree; but a
  reply reveals something about a hidden hand, so `seen` counts replies, a note informs everyone,
  and the finished game reports how often each seat did this (`peeks`).
"""

from __future__ import annotations

from kibitz.core.state import State
from kibitz.table.errors import CannotUndo
from kibitz.table.table import Table

# Events that rule out an undo, and how to explain it.
REVEALING = {
    "deal": "new cards were dealt",
    "chance": "the dice were rolled",
    "reveal": "hidden cards or choices were shown",
    "discard": "cards were shown and left the game",
}


def actions_back(state: State, seat: int) -> int:
    """Return how many actions to undo until this seat decides again, or raise CannotUndo."""
    count = 0
    shown = None
    for event in reversed(state.events):
        if event.kind == "action":
            count += 1
            if event.seat == seat:
                if shown is not None:
                    raise CannotUndo(f"too late to undo: {REVEALING[shown]} since your move")
                return count
        elif event.kind in REVEALING:
            shown = event.kind
    raise CannotUndo("you have no move to undo yet")


def seen(table: Table, seat: int) -> int:
    """Count the replies this seat has seen that an undo would retract; secret ones do not count."""
    assert table.state is not None
    ply = table.ply - actions_back(table.state, seat)
    since = table.history(seat)[table.history_length(seat, ply) :]
    return sum(event.kind == "action" and event.seat != seat for event in since)


def absent_movers(table: Table, seat: int) -> list[str]:
    """Return the names of people who are away and whose own moves this undo would retract.

    What a bot has played for them since they left is not theirs.
    """
    assert table.state is not None
    first = table.ply - actions_back(table.state, seat)
    movers = [event.seat for event in table.state.events if event.kind == "action"]
    return [
        who.name
        for place, who in enumerate(table.seats)
        if who.kind == "person" and who.away and place in movers[first : _left_at(table, place)]
    ]


def _left_at(table: Table, seat: int) -> int:
    """Return how many actions had been made when a person left the seat to a bot."""
    for note in reversed(table.notes):
        if note.kind == "begun":
            return 0
        if note.seat == seat and note.kind in ("away", "flagged"):
            return note.ply
    return 0


def peeks(table: Table) -> list[int]:
    """Return how often each seat has undone a move in this game after seeing replies."""
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
    """Return the state in which the seat decides again."""
    count, before = actions_back(state, seat), state.copy()
    for _ in range(count):
        before.undo()
    assert before.player == seat
    return before
