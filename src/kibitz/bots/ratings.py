"""How strong the shipped players are: Elo above `random`, measured once, next to their specs.

`players/<game>/player_ratings.json` maps a name to the hash of the rated spec, its Elo with the
game's default options, half the width of the 95 % interval, and the number of games. A spec that
has changed since has no rating until tools/rate_bots.py is run again.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from kibitz.bots import measured

ANCHOR_ERROR_MAX = 150.0  # Elo, of a rating that may hold a scale or rate another bot


class Rating(NamedTuple):
    """A measured strength."""

    name: str
    elo: float  # above random
    error: float  # half the width of the 95 % interval
    games: int


def path(game: str) -> Path | None:
    return measured.path(game, "player_ratings")


def by_hash(game: str) -> dict[str, Rating]:
    """Return the ratings of a game's shipped players by the hash of their spec.

    Two names for the same player share one rating, under the name that is not a level's.
    """
    found: dict[str, Rating] = {}
    rated = measured.read(game, "player_ratings").get("bots", {})
    for name in sorted(rated, key=lambda name: name.startswith("level_")):
        one = rated[name]
        found.setdefault(one["hash"], Rating(name, one["elo"], one["error"], one["games"]))
    return found
