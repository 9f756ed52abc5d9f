"""Makes the game of a record; unknown options raise BadRecord."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.errors import BadRecord
from kibitz.core.game import Game
from kibitz.games import find
from kibitz.games import game as make_game


def game_of(record: Mapping[str, Any], engine: str | None = None) -> Game:
    name, options = record["game"], record["options"]
    spec = find(name).OPTIONS
    unknown = [repr(key) for key in options if key not in spec]
    if unknown:
        raise BadRecord(f"{name} has no option {', '.join(unknown)}")
    return make_game(name, engine=engine, **options)
