"""Which new events a table admits, beyond what step.py requires of every event.

Limits on the number of events, undos that need the consent of somebody who is away (undo.py), and
moves that were chosen before an undo. Stored events are replayed through step.py alone, so the
rules here may change from one version to the next without making old tables unreadable.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.table import events, undo
from kibitz.table.errors import StaleMove, TooManyEvents
from kibitz.table.table import Table


@dataclass(frozen=True)
class Budget:
    """How many events a table takes. Moves are limited by the length of a game."""

    asides_person_max: int = 300  # per game: undo, leave, come back, pace and the like
    asides_table_max: int = 2000  # per game, of all people together
    events_max: int = 20_000  # per table; then no other game begins there


@dataclass(frozen=True)
class Sent:
    """What a client says about a move: the last `seq` that it saw, and the id of its message."""

    seq: int | None = None
    request: int | None = None


def check(table: Table, event: events.Event, budget: Budget) -> None:
    """Refuse an event that is one too many, or an undo that an absent person did not agree to."""
    player = getattr(event, "player", None)
    if player is None or isinstance(event, events.Act):
        return
    if table.asides.get(player, 0) >= budget.asides_person_max:
        raise TooManyEvents("you have done this and the like too often in this game")
    if sum(table.asides.values()) >= budget.asides_table_max or table.seq >= budget.events_max:
        raise TooManyEvents("too much has happened at this table; set up another one")
    if isinstance(event, events.Undo):
        seat = table.seat_of(event.player)
        if seat is not None and table.state is not None:  # else step.py refuses it
            undo.check_absent(table, seat)


def check_fresh(table: Table, sent: Sent) -> None:
    """Refuse a move that was chosen before the last undo: its ply may be current again."""
    if sent.seq is not None and sent.seq < table.undone:
        raise StaleMove("the position has changed since you looked: a move was undone")
