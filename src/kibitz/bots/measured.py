"""Measurements of shipped players, kept as JSON next to their specs: `players/<game>/<name>.json`.

ratings.py, times.py and levels.py read what tools and commands have measured. Each entry names the
hash of the measured spec, so that a player that has changed since counts as not measured.
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
