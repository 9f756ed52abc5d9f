"""Events: what happened in a game, as (kind, seat, data).

A state logs every event in full. A view holds them as one seat saw them: `project` in the game's
view.py keeps, redacts or drops each. Data is one int for `action` and `chance` (an action id, a
dice number) and a tuple of ints otherwise; an action whose cards a seat may not see carries a tuple
holding only their count. Seat is -1 for events that belong to no seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

NOBODY = -1

# The native engine logs the index of a kind in this tuple.
KINDS = ("deal", "action", "chance", "reveal", "discard", "out", "score")


class Event(NamedTuple):
    kind: str
    seat: int
    data: int | tuple[int, ...]


def from_flat(flat: Iterable[int]) -> list[Event]:
    """Decode a native log: kind, seat, length and data of each event in turn."""
    numbers = iter(flat)
    events = []
    for kind_number in numbers:
        kind = KINDS[kind_number]
        seat = next(numbers)
        data = tuple(next(numbers) for _ in range(next(numbers)))
        events.append(Event(kind, seat, data[0] if kind in ("action", "chance") else data))
    return events
