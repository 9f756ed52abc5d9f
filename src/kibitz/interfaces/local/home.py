"""The folder where games under way and finished ones are kept.

KIBITZ_HOME, else XDG_STATE_HOME/kibitz, else ~/.local/state/kibitz.
"""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "KIBITZ_HOME"


def home() -> Path:
    """Read each time, so that a test can change it. Nothing is made here."""
    if chosen := os.environ.get(VARIABLE, ""):
        return Path(chosen).expanduser()
    if state := os.environ.get("XDG_STATE_HOME", ""):
        return Path(state) / "kibitz"
    return Path.home() / ".local" / "state" / "kibitz"


def journal_path(game: str) -> Path:
    """The one game under way."""
    return home() / "play" / f"{game}.json"


def finished_path(game: str) -> Path:
    """Records of finished games, one a line."""
    return home() / "games" / f"{game}.jsonl"
