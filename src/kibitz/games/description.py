"""A game in words: one line from its package, its rules from its README."""

from __future__ import annotations

from kibitz.core import registry
from kibitz.games import find


def description(game: str) -> str:
    """The first sentence of the package's docstring, without the title."""
    find(game)  # raises the named error for an unknown game
    text = getattr(registry.find("games", game), "__doc__", None) or ""
    sentence = " ".join(text.split()).split(". ")[0].rstrip(".")
    return sentence.partition(": ")[2] or sentence


def rules_text(game: str) -> str:
    """The README of a game in Markdown, or a placeholder line if it has none."""
    title, folder = find(game).title, registry.folder("games", game)
    file = None if folder is None else folder / "README.md"
    if file is None or not file.is_file():
        return f"{title} has no rules written down here."
    return file.read_text(encoding="utf-8")
