"""The starter bot that `kibitz bot new` writes.

Each game has its own in `players/<game>/template.py`, a class `MyBot` that plays; other games get
the shortest possible bot. Only the names are replaced.
"""

from __future__ import annotations

import ast
import keyword
import re
import sys
from pathlib import Path

from kibitz.core import files, registry
from kibitz.core.coerce import short
from kibitz.core.errors import BadOption, KibitzError
from kibitz.games import find

NAME, FILE = "MyBot", "my_bot"
MODULES = {*sys.stdlib_module_names, "kibitz", "numpy"}  # a file in the folder would shadow them
SHORTEST = '''"""MyBot, a player of {title}: kibitz bot check my_bot.py plays 200 games with it."""

from kibitz.bots.bot import Bot
from kibitz.core.view import View


class MyBot(Bot):
    plays = ("{game}",)

    def choose(self, view: View) -> int:
        # Take all randomness from self.rng, so that the game replays.
        return view.legal()[self.rng.below(len(view.legal()))]
'''


class BadName(KibitzError):
    """The name is not a valid class name."""

    code = "bad_name"


class FileExists(KibitzError):
    """The file would be overwritten."""

    code = "file_exists"


def write(game: str, name: str, folder: Path = Path(), *, blueprint: bool = False) -> Path:
    """Write the template with this class name, to a file named after it.

    With `blueprint` it is a bot for the game's older framework, if the game has one.
    """
    kind = find(game)
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name):
        raise BadName(f"a class name must look like MyBot, not {short(name)}")
    path = folder / f"{file_name(name)}.py"
    if path.stem in MODULES:
        raise BadName(f"{path.name} would hide the module {path.stem}; choose another name")
    if path.exists():
        raise FileExists(f"{path} already exists; choose another name or folder")
    text = SHORTEST.format(title=kind.title, game=game)
    beside = registry.folder("players", game)
    inside = "blueprint/template.txt" if blueprint else "template.py"
    if beside is not None and (own := beside / inside).is_file():
        text = own.read_text(encoding="utf-8")
    elif blueprint:
        raise BadOption(f"{game} has no blueprint; leave out --blueprint")
    if name in _names_in(text):
        raise BadName(f"the file uses {name} for something else; choose another name")
    words = {NAME: name, FILE: path.stem}
    changed = re.sub(rf"\b({NAME}|{FILE})\b", lambda found: words[found[1]], text)
    files.write_atomic(path, changed)
    return path


def _names_in(source: str) -> set[str]:
    """The names that a file imports or uses, with which a class name would clash."""
    nodes = list(ast.walk(ast.parse(source)))
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    found = {alias.asname or alias.name for node in imports for alias in node.names}
    return found | {node.id for node in nodes if isinstance(node, ast.Name)} - {NAME}


def file_name(name: str) -> str:
    """The file name of a class: my_bot for MyBot."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
