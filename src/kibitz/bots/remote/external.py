"""External bots by name: a Python file, a program, or an address.

bot("my_bot.py")                    a file, in a process of its own (process.py)
bot("my_bots.py:Liar")              one class of a file that defines several
bot("cmd:./my_bot --fast")          a program that speaks on stdin and stdout
bot("http://localhost:8000/bot")    a server that answers questions (http_line.py)
"""

from __future__ import annotations

import re
from pathlib import Path

from kibitz.bots.bot import Bot
from kibitz.bots.remote.protocol import Clock

FILE = ".py"
PROGRAM = "cmd:"
ADDRESSES = ("http://", "https://")


CLASS = re.compile(r"(?P<file>.*\.py):(?P<name>[A-Za-z_]\w*)", re.DOTALL)


def is_one(named: object) -> bool:
    """Whether a name refers to an external bot rather than a player in a folder of specs."""
    return is_file(named) or (isinstance(named, str) and is_elsewhere(named))


def is_file(named: object) -> bool:
    """Whether a name refers to a Python file, or to a class in one."""
    if not isinstance(named, (str, Path)) or is_elsewhere(str(named)):
        return False
    return split(named)[0].suffix == FILE


def is_elsewhere(named: str) -> bool:
    """Whether a name is a program's command or an address."""
    return named.startswith((PROGRAM, *ADDRESSES))


def split(named: str | Path) -> tuple[Path, str | None]:
    """Split `my_bots.py:Liar` into the file and the class; the class is None if not given."""
    found = CLASS.fullmatch(str(named))
    if found is None:
        return Path(named).expanduser(), None
    return Path(found["file"]).expanduser(), found["name"]


def bot(named: str | Path, *, trusted: bool = False, clock: Clock | None = None) -> Bot:
    """Return the bot of that name. Only a file can be trusted into this process."""
    text = str(named)
    # Imported on demand: most programs never use external bots.
    if text.startswith(PROGRAM):
        from kibitz.bots.remote.process import over_pipe

        return over_pipe(text.removeprefix(PROGRAM), clock=clock)
    if text.startswith(ADDRESSES):
        from kibitz.bots.remote.http import over_http

        return over_http(text, clock=clock)
    from kibitz.bots.remote.process import load_file

    path, kind = split(named)
    return load_file(path, trusted, kind=kind, clock=clock)
