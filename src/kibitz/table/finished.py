"""A finished game as a row of the records, with what is needed to list and verify it."""

from __future__ import annotations

import json
from typing import Any

from kibitz.table import seal, undo
from kibitz.table.projection import record_id
from kibitz.table.table import Table


def record_row(table: Table) -> dict[str, Any]:
    """Return the row for the game that has just ended at a table."""
    state = table.state
    assert state is not None
    about = {
        "seats": [seat.name for seat in table.seats],
        "players": [seat.player for seat in table.seats],
        "bots": [seat.bot for seat in table.seats],
        "options": dict(table.setup.options),
        "outcome": state.outcome(),
        "returns": state.returns(),
        "plies": table.ply,
        "peeks": undo.peeks(table),
        "seed": str(table.seed),
        "salt": table.salt,
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
