"""A finished game as a row of the records, with what is needed to list and verify it."""

from __future__ import annotations

import json
from typing import Any

from kibitz.table import seal, undo
from kibitz.table.games import look
from kibitz.table.projection import record_id
from kibitz.table.table import Table


def record_row(table: Table) -> dict[str, Any]:
    """Return the row for the game that has just ended at a table."""
    state = table.state
    assert state is not None
    origin = table.setup.origin
    about = {
        "seats": [seat.name for seat in table.seats],
        "players": [seat.player for seat in table.seats],
        "bots": [seat.bot for seat in table.seats],
        "options": dict(table.setup.options),
        "outcome": table.outcome(),
        "returns": table.returns(),
        "resigned": table.resigned,
        "origin": vars(origin) if origin is not None and table.game == 1 else None,
        "bids": [_bids_met(table, seat) for seat in range(len(table.seats))],
        "plies": table.ply,
        "peeks": undo.peeks(table),
        "seed": str(table.seed),
        "salt": table.salt,
        "bot_salt": table.bot_salt,
        "seal": seal.seal(table.seed, table.salt),
    }
    return {
        "id": record_id(table),
        "table_id": table.id,
        "game": table.setup.game,
        "ended": table.moved,
        "record": str(state.record()),
        "about": json.dumps(about),
    }


def _bids_met(table: Table, seat: int) -> list[int] | None:
    """Return how many bids a seat met and how many it made; None in a game without bids."""
    count = getattr(look(table.setup.game), "bids_met", None)
    assert table.state is not None
    return None if count is None else list(count(table.state.events, seat))
