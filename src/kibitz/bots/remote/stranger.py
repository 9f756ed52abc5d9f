"""External bots by name: a Python file, a program, or an address.

bot("my_bot.py")                    a file, in a process of its own (process.py)
bot("cmd:./my_bot --fast")          a program that speaks on stdin and stdout
bot("http://localhost:8000/bot")    a server that answers questions (http_line.py)
"""

from __future__ import annotations

from pathlib import Path

from kibitz.bots.bot import Bot
from kibitz.bots.remote.protocol import Clock

FILE = ".py"
PROGRAM = "cmd:"
ADDRESSES = ("http://", "https://")


def is_one(named: object) -> bool:
    """Whether a name refers to an external bot rather than a player in a folder of specs."""
    if isinstance(named, Path):
        return named.suffix == FILE
    return isinstance(named, str) and (
        named.endswith(FILE) or named.startswith((PROGRAM, *ADDRESSES))
    )


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

    return load_file(Path(named).expanduser(), trusted, clock=clock)
