"""The clock of a table: who has how much time left, and when it is up. Only persons have one."""

from __future__ import annotations

from dataclasses import replace

from kibitz.table.table import Table


def fresh(table: Table) -> tuple[float, ...]:
    """The times at the beginning of a game."""
    clock = table.setup.clock
    return () if clock is None else (clock.seconds,) * len(table.seats)


def deadline(table: Table) -> float | None:
    """When the time of the seat on turn is up; None where nobody's clock runs."""
    seat = table.on_turn
    if table.setup.clock is None or seat is None or not table.seats[seat].plays_itself:
        return None
    return table.turn_at + table.left[seat]


def stop(table: Table, seat: int, now: float) -> Table:
    """The seat has moved: its clock stops, and the next one's starts."""
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
    """Nothing is left for this seat; where every move has its own time, the next one has it."""
    clock = table.setup.clock
    assert clock is not None
    left = 0.0 if clock.kind == "game" else clock.seconds
    return replace(table, left=tuple(left if i == seat else t for i, t in enumerate(table.left)))
