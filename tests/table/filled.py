"""A store of tables with games under way and finished ones."""

import random
from dataclasses import replace

from kibitz.table import events
from kibitz.table.finished import record_row
from kibitz.table.store import Store
from kibitz.table.table import Table
from tests.table.tables import ADA, do, make


def fill(store: Store, names: range, plies: int = 12) -> None:
    """Tables with some moves; the first one is played to the end."""
    for number in names:
        table = _named(make("codepiece"), f"table-{number:04}")
        store.add_table(table, "Ada")
        rng, now = random.Random(number), 100.0
        event: events.Event = events.Begin(2**130 + number, "00")
        while True:
            table = do(table, event, now)
            kept = store.append(table, event, now)
            if table.status == "over" or (number and table.ply >= plies):
                break
            seat = table.on_turn
            assert seat is not None
            action = rng.choice(table.view(seat).legal())
            now += 1.0
            if table.seats[seat].plays_itself:
                event = events.Act(ADA, table.game, table.ply, action)
            else:
                event = events.BotActs(seat, table.game, table.ply, action)
        if table.status == "over":
            kept = store.add_record(record_row(table), [ADA])
    kept.result()  # the writer keeps the order


def _named(table: Table, name: str) -> Table:
    return replace(table, id=name)
