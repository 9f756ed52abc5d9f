"""A bot's measured strength: its Elo above `random` with the game's default options.

    strength(game)  # by the hash of a spec: a bot that was changed is another one

Shipped players come with a rating (bots/ratings.py); other bots have one if the default store has
games of theirs, on the same scale.
"""

from __future__ import annotations

from kibitz.arena.board.board import boards
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.store.location import open_store
from kibitz.bots import ratings
from kibitz.core.sql import BadStore


def strength(game: str) -> dict[str, Estimate]:
    """Return the Elo of every bot that has one, shipped ratings first."""
    shipped = {
        hash_: Estimate(one.elo, one.elo - one.error, one.elo + one.error, one.games)
        for hash_, one in ratings.by_hash(game).items()
    }
    try:
        store = open_store(create=False)
    except BadStore:
        return shipped
    with store:
        found = boards(store, lambda match: match.game == game and not match.options)
    own = {
        row.entrant.hash: row.rated.rating
        for board in found
        for row in board.rows()
        if row.rated is not None
    }
    return own | shipped
