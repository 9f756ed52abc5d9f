"""The advisor's notes: a game at a kitchen table as one file, rewritten whole after every entry.

    {"notes": 1, "game": "belote", "options": {}, "seat": 0, "entries": [...]}

Whatever ends the command, the same command goes on where it was.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.advice import entries
from kibitz.advice.errors import BadNotes
from kibitz.advice.mirror import Mirror, mirror
from kibitz.core import files
from kibitz.core.errors import KibitzError
from kibitz.interfaces.local.game_of import game_of
from kibitz.interfaces.local.home import home

FORMAT = 1
SIZE_MAX = 4_000_000  # bytes
KEYS = {"notes", "game", "options", "seat", "entries"}


def usual_path(game: str) -> Path:
    return home() / "advise" / f"{game}.json"


def save(path: Path, kept: Mirror) -> None:
    """When this returns, the notes are on the disk."""
    told = {
        "notes": FORMAT,
        "game": kept.game.name,
        "options": kept.game.chosen_options(),
        "seat": kept.seat,
        "entries": [entries.write(entry) for entry in kept.entries],
    }
    files.write_atomic(path, json.dumps(told) + "\n")


def load(path: Path, game: str) -> Mirror | None:
    """The game of a file; None where there is no file. What is damaged is refused, not touched."""
    data = files.read(path, SIZE_MAX)
    if data is None:
        return None
    try:
        told: Any = json.loads(data)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or set(told) != KEYS or told["notes"] != FORMAT:
        raise BadNotes(f"{path} holds no notes of an advisor; --fresh begins anew")
    if told["game"] != game:
        raise BadNotes(f"{path} holds notes of {told['game']!r}, not of {game}")
    try:
        kept = mirror(game_of(told), told["seat"])
        if not isinstance(told["entries"], list):
            raise BadNotes("its entries are no list")
        for entry in told["entries"]:
            kept.enter(entries.read(entry))
    except KibitzError as error:
        raise BadNotes(f"the notes in {path} do not fit: {error}; --fresh begins anew") from None
    return kept


def put_away(path: Path) -> None:
    """Keep old notes under another name, because new ones begin."""
    if path.exists():
        path.replace(path.with_suffix(".previous.json"))
