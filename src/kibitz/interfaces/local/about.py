"""What a game says about itself: one line from its package, its rules from its README."""

from __future__ import annotations

import importlib
import importlib.resources

from kibitz.games import find


def description(game: str) -> str:
    """One line: the first sentence of the package's docstring, without the title before it."""
    find(game)  # the named error for a game that does not exist
    text = importlib.import_module(f"kibitz.games.{game}").__doc__ or ""
    sentence = " ".join(text.split()).split(". ")[0].rstrip(".")
    return sentence.partition(": ")[2] or sentence


def rules_text(game: str) -> str:
    """The README of a game, Markdown; a line that says so where there is none."""
    file = importlib.resources.files(f"kibitz.games.{game}") / "README.md"
    if not file.is_file():
        return f"{find(game).title} has no rules written down here."
    return file.read_text(encoding="utf-8")
