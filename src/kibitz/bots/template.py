"""A bot to begin with: `kibitz bot new` writes it.

Each game has its own in `bots/<game>/template.py`, a class `MyBot` that plays; a game without one
has the shortest bot there is. Only the names are changed.
"""

from __future__ import annotations

import ast
import importlib.resources
import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from kibitz.core import files
from kibitz.core.errors import KibitzError
from kibitz.core.plain import short
from kibitz.games import find

NAME, FILE = "MyBot", "my_bot"
MODULES = {*sys.stdlib_module_names, "kibitz", "numpy"}  # a program in the folder would miss them
SHORTEST = '''"""MyBot, a player of {title}: kibitz bot check my_bot.py plays 200 games with it."""

from kibitz.bots.bot import Bot
from kibitz.core.view import View


class MyBot(Bot):
    plays = ("{game}",)

    def choose(self, view: View) -> int:
        # Whatever is random comes from self.rng, so that the game replays.
        return view.legal()[self.rng.below(len(view.legal()))]
'''


class BadName(KibitzError):
    """A name that no class can have."""

    code = "bad_name"


class FileExists(KibitzError):
    """A file that would be overwritten."""

    code = "file_exists"


def write(game: str, name: str, folder: Path = Path()) -> Path:
    """Write the template under this class name; the file is named after the class."""
    kind = find(game)
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name):
        raise BadName(f"a class is named like MyBot, not {short(name)}")
    path = folder / f"{file_name(name)}.py"
    if path.stem in MODULES:
        raise BadName(f"{path.name} would hide the module {path.stem}; choose another name")
    if path.exists():
        raise FileExists(f"{path} is there already; choose another name or folder")
    text = SHORTEST.format(title=kind.title, game=game)
    if find_spec(f"kibitz.bots.{game}") is not None:
        own = importlib.resources.files(f"kibitz.bots.{game}") / "template.py"
        text = own.read_text(encoding="utf-8") if own.is_file() else text
    if name in _names_in(text):
        raise BadName(f"the file uses {name} for something else; choose another name")
    words = {NAME: name, FILE: path.stem}
    changed = re.sub(rf"\b({NAME}|{FILE})\b", lambda found: words[found[1]], text)
    files.write_atomic(path, changed)
    return path


def _names_in(source: str) -> set[str]:
    """What a file imports or uses by name: a class of that name would stand in its way."""
    nodes = list(ast.walk(ast.parse(source)))
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    found = {alias.asname or alias.name for node in imports for alias in node.names}
    return found | {node.id for node in nodes if isinstance(node, ast.Name)} - {NAME}


def file_name(name: str) -> str:
    """my_bot for MyBot."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
