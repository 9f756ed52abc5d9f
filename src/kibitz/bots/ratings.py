"""How strong the shipped players are: Elo above `random`, measured once, next to their specs.

`players/<game>/ratings.json` maps a name to the hash of the rated spec, its Elo with the game's
default options, half the width of the 95 % interval, and the number of games. A spec that has
changed since has no rating until tools/rate_bots.py is run again.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.core import registry


class Rating(NamedTuple):
    """A measured strength."""

    name: str
    elo: float  # above random
    error: float  # half the width of the 95 % interval
    games: int


def path(game: str) -> Path | None:
    folder = registry.folder("players", game)
    return None if folder is None else folder / "ratings.json"


def by_hash(game: str) -> dict[str, Rating]:
    """Return the ratings of a game's shipped players by the hash of their spec."""
    return {
        told["hash"]: Rating(name, told["elo"], told["error"], told["games"])
        for name, told in _read(game)["bots"].items()
    }


@functools.cache
def _read(game: str) -> dict[str, Any]:
    file = path(game)
    if file is None or not file.exists():
        return {"bots": {}}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
