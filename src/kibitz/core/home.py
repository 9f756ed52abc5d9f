"""The state folder and its contents: games under way, finished games, arena results, tables,
fetched models.

KIBITZ_HOME, else XDG_STATE_HOME/kibitz, else ~/.local/state/kibitz. No other module reads these
variables.
"""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "KIBITZ_HOME"


def home() -> Path:
    """The path of the state folder, which is not created here. Read on each call for tests."""
    if chosen := os.environ.get(VARIABLE, ""):
        return Path(chosen).expanduser()
    if state := os.environ.get("XDG_STATE_HOME", ""):
        return Path(state) / "kibitz"
    return Path.home() / ".local" / "state" / "kibitz"


def journal_path(game: str) -> Path:
    """The journal of the game under way."""
    return home() / "play" / f"{game}.json"


def finished_path(game: str) -> Path:
    """Records of finished games, one per line."""
    return home() / "games" / f"{game}.jsonl"


def arena_path() -> Path:
    """The arena's store, unless KIBITZ_STORE or --store names another."""
    return home() / "arena.db"


def models_path() -> Path:
    """Models fetched by `kibitz models fetch`; the shipped ones are in the package."""
    return home() / "models"


def tables_path() -> Path:
    """The tables of `kibitz serve`, unless --store names another."""
    return home() / "tables.db"
