"""A bot's measured strength: its Elo on the board of a game with default options.

    strength(game)  # by the hash of a spec: a bot that was changed is another one

Read from the default store; without one, or without games, the result is empty.
"""

from __future__ import annotations

from kibitz.arena.board.board import boards
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.store.location import open_store
from kibitz.core.sql import BadStore


def strength(game: str) -> dict[str, Estimate]:
    """Return Elo above `random`, or above the mean if that has not played."""
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
