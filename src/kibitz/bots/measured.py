"""Measurements of shipped players, kept as JSON next to their specs in `players/<game>/`.

    level_calibration.json   Elo and time of level_1 to level_8, step by step; `arena calibrate`
    player_ratings.json      Elo of the players; tools/rate_bots.py
    move_times.json          CPU time per move; tools/measure_bots.py

levels.py, ratings.py and times.py read them. Each entry names the hash of the measured spec, so
that a player that has changed since counts as not measured.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from kibitz.core import registry


def path(game: str, name: str) -> Path | None:
    """Return where a game's measurements are kept; None for a game without players."""
    folder = registry.folder("players", game)
    return None if folder is None else folder / f"{name}.json"


@functools.cache
def read(game: str, name: str) -> dict[str, Any]:
    """Return the measurements; empty if there are none."""
    file = path(game, name)
    if file is None or not file.exists():
        return {}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
