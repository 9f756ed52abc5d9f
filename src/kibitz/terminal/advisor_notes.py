"""The advisor's notes: a real game in one file, rewritten after every entry.

    {"notes": 1, "game": "belote", "options": {}, "seat": 0, "entries": [...]}

However the command ends, the same command continues from the last entry.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.advice.advisor import entries
from kibitz.advice.advisor.mirror import Mirror, mirror
from kibitz.advice.errors import BadNotes
from kibitz.core import files
from kibitz.core.errors import KibitzError
from kibitz.core.home import home
from kibitz.games.recorded import game_of

FORMAT = 1
SIZE_MAX = 4_000_000  # bytes
KEYS = {"notes", "game", "options", "seat", "entries"}


def usual_path(game: str) -> Path:
    return home() / "advise" / f"{game}.json"


def save(path: Path, kept: Mirror) -> None:
    """Save the notes; when this returns, they are on disk."""
    data = {
        "notes": FORMAT,
        "game": kept.game.name,
        "options": kept.game.chosen_options(),
        "seat": kept.seat,
        "entries": [entries.write(entry) for entry in kept.entries],
    }
    files.write_atomic(path, json.dumps(data) + "\n")


def load(path: Path, game: str) -> Mirror | None:
    """Load the game of a file, or None if there is none. A damaged file raises and is kept."""
    data = files.read(path, SIZE_MAX)
    if data is None:
        return None
    try:
        notes: Any = json.loads(data)
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, dict) or set(notes) != KEYS or notes["notes"] != FORMAT:
        raise BadNotes(f"{path} is not an advisor's notes file; --fresh starts over")
    if notes["game"] != game:
        raise BadNotes(f"{path} has notes of {notes['game']!r}, not of {game}")
    try:
        kept = mirror(game_of(notes), notes["seat"])
        if not isinstance(notes["entries"], list):
            raise BadNotes("its entries are not a list")
        for entry in notes["entries"]:
            kept.enter(entries.read(entry))
    except KibitzError as error:
        raise BadNotes(f"the notes in {path} are invalid: {error}; --fresh starts over") from None
    return kept


def put_away(path: Path) -> None:
    """Rename old notes before new ones are started."""
    if path.exists():
        path.replace(path.with_suffix(".previous.json"))
