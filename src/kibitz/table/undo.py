"""Undo: players may reconsider at any time, but what the rules reveal to all stays revealed.

This file has the rules: what can be undone, who must agree, the request and the answer. step.py
calls `request` and `answer` for every event, stored ones included; admission.py calls
`check_absent` for new ones alone, and refuses a move that was chosen before an undo.

Undo retracts a seat's last action and everything that followed it. Two kinds of things may have
come to light since, and they are treated differently:

- Chance and hidden information: cards dealt, dice rolled, hidden cards shown. Then undo is refused.
  All seats see such events, so any seat's log may be consulted.
- Replies of others: a card, a call. At a table with bots nearly every move is answered at once, so
  an undo that excluded replies would be useless. It is allowed if the other people agree; but a
  reply reveals something about a hidden hand, so `seen` counts replies, a note informs everyone,
  and the finished game reports how often each seat did this (`peeks`).

Consent: all other people at the table must agree; bots are not asked. People who are away cannot
be asked, so their own moves stay.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.core.state import State
from kibitz.table.errors import CannotUndo
from kibitz.table.table import Table, note

# Events that rule out an undo, and how to explain it.
REVEALING = {
    "deal": "new cards were dealt",
    "chance": "the dice were rolled",
    "reveal": "hidden cards or choices were shown",
    "discard": "cards were shown and left the game",
}


# What can be undone ------------------------------------------------------------------------------


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


def peeks(table: Table) -> list[int]:
    """Return how often each seat has undone a move in this game after seeing replies."""
    begun = max((i for i, past in enumerate(table.notes) if past.kind == "begun"), default=0)
    peeking = [past.seat for past in table.notes[begun:] if past.kind == "undone_seen"]
    return [peeking.count(seat) for seat in range(len(table.seats))]


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


# Consent -----------------------------------------------------------------------------------------


def must_agree(table: Table, seat: int) -> set[int]:
    """Return the seats whose consent an undo by this seat needs."""
    return {*table.persons()} - {seat}


def check_absent(table: Table, seat: int) -> None:
    """Refuse an undo that would retract moves of people who are away and cannot agree."""
    absent = absent_movers(table, seat)
    if absent:
        raise CannotUndo(f"this would undo a move of {absent[0]}, who is away and cannot agree")


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
    for past in reversed(table.notes):
        if past.kind == "begun":
            return 0
        if past.seat == seat and past.kind in ("away", "flagged"):
            return past.ply
    return 0


def request(table: Table, seat: int, now: float) -> Table:
    """Ask those who must agree; undo at once if there are none."""
    assert table.state is not None
    if table.seats[seat].away:
        raise CannotUndo("a bot plays for you; come back first")
    actions_back(table.state, seat)  # refused here
    if table.undo is not None:
        raise CannotUndo("an undo request is already pending")
    if not must_agree(table, seat):
        return _undone(table, seat, now)
    table = replace(table, undo=seat, agreed=frozenset())
    name = table.seats[seat].name
    return note(table, "undo_offered", now, seat, name, f"{name} asks to undo")


def answer(table: Table, seat: int, accept: bool, now: float) -> Table:
    """Take one person's answer to the pending request: one refusal ends it, all must accept."""
    asking = table.undo
    if asking is None or asking == seat or table.seats[seat].away:
        raise CannotUndo("there is no undo request for you to answer")
    if not accept:
        name = table.seats[seat].name
        table = replace(table, undo=None, agreed=frozenset())
        return note(table, "undo_refused", now, seat, name, f"{name} declines the undo")
    agreed = table.agreed | {seat}
    if must_agree(table, asking) <= agreed:
        return _undone(table, asking, now)
    return replace(table, agreed=agreed)


def _undone(table: Table, seat: int, now: float) -> Table:
    assert table.state is not None
    replies = seen(table, seat)
    state = taken_back(table.state, seat)
    table = replace(
        table,
        state=state,
        ply=len(state.actions),
        undo=None,
        undone=table.seq,
        agreed=frozenset(),
        turn_at=now,
    )
    name = table.seats[seat].name
    if not replies:
        return note(table, "undone", now, seat, name, f"{name} undoes a move")
    counted = "1 reply" if replies == 1 else f"{replies} replies"
    text = f"{name} undoes a move after seeing {counted}"
    return note(table, "undone_seen", now, seat, name, text)
