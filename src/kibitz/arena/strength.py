"""What the arena knows of a bot's strength: its Elo on the board of a game with default options.

    strength(game)  # by the hash of a spec: a bot that was changed is another one

Read from the usual store; without one, or without games, nothing is known.
"""

from __future__ import annotations

from kibitz.arena.board import boards
from kibitz.arena.estimate import Estimate
from kibitz.arena.store.place import open_store
from kibitz.arena.store.store import BadStore


def strength(game: str) -> dict[str, Estimate]:
    """Elo above `random`, or above the mean where that has not played."""
    try:
        store = open_store(create=False)
    except BadStore:
        return {}
    with store:
        found = boards(store, lambda match: match.game == game and not match.options)
    return {
        row.entrant.hash: row.rated.rating
        for board in found
        for row in board.rows()
        if row.rated is not None
    }
