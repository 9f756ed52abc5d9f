"""The clock of a table: the time each seat has left, and its deadline. Only people have one."""

from __future__ import annotations

from dataclasses import replace

from kibitz.table.table import Table


def fresh(table: Table) -> tuple[float, ...]:
    """Return each seat's time at the start of a game."""
    clock = table.setup.clock
    return () if clock is None else (clock.seconds,) * len(table.seats)


def deadline(table: Table) -> float | None:
    """Return when the seat to act runs out of time; None if no clock is running."""
    seat = table.on_turn
    if table.setup.clock is None or seat is None or not table.seats[seat].plays_itself:
        return None
    return table.turn_at + table.left[seat]


def stop(table: Table, seat: int, now: float) -> Table:
    """Stop the clock of a seat that has moved, and start the next one's."""
    clock = table.setup.clock
    if clock is None:
        return replace(table, turn_at=now)
    left = clock.seconds
    if clock.kind == "game":
        left = table.left[seat]
        if table.seats[seat].plays_itself:
            left = max(0.0, left - (now - table.turn_at)) + clock.increment
    times = tuple(left if i == seat else time for i, time in enumerate(table.left))
    return replace(table, left=times, turn_at=now)


def run_out(table: Table, seat: int) -> Table:
    """Leave a seat without time; with a clock per move, its next move has the full time again."""
    clock = table.setup.clock
    assert clock is not None
    left = 0.0 if clock.kind == "game" else clock.seconds
    return replace(table, left=tuple(left if i == seat else t for i, t in enumerate(table.left)))
