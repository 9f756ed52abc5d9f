"""A Python file as a spec, so that it is accepted wherever a player is: at tables, in the terminal.

The file is not run to find it: what it plays is read from its text. Its bot always runs in a
sandboxed process of its own (bots/remote), and its hash covers the text and its own modules.
"""

from __future__ import annotations

import ast
import hashlib
from pathlib import Path
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.remote import bot_file, external, own_files
from kibitz.bots.remote.protocol import check_plays
from kibitz.bots.spec.spec import Part, Spec
from kibitz.core.errors import BadSpec

KIND = "stranger"
ABOUT = "A Python file, in a sandbox of its own."
ABOUT_MAX = 300  # characters


def spec(game: str, named: str | Path) -> Spec:
    """Return the spec of the bot in a file; raise BadSpec if it says that it plays other games."""
    file, kind = external.split(named)
    text = bot_file.read_source(file)
    plays = bot_file.plays_in(file)
    if plays and game not in plays:
        raise BadSpec(f"{file.name} plays {', '.join(plays)}, not {game}")
    place = file.absolute()
    whole = f"{place}:{kind}" if kind else place

    def make() -> Bot:
        bot = external.bot(whole)
        check_plays(bot.plays, game)
        return bot

    content: dict[str, Any] = {"file": file.name, "source": _sha256(text)}
    own = own_files.of(file, text).hashes
    content |= ({"class": kind} if kind else {}) | ({"files": own} if own else {})
    return Spec(game, kind or file.stem, _about(text), place, Part(content, make, KIND))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _about(text: str) -> str:
    """The first line of the file's docstring."""
    try:
        said = ast.get_docstring(ast.parse(text)) or ABOUT
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ABOUT
    return said.splitlines()[0][:ABOUT_MAX]
