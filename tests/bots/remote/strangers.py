"""Bots' files for tests, and a look at what processes they leave."""

from __future__ import annotations

import textwrap
import time
from pathlib import Path
from typing import Any

from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.remote.pipe import Channel
from kibitz.bots.remote.process import ProcessBot
from kibitz.bots.simple import choose

HEAD = """
from kibitz.bots.bot import Bot

class Stranger(Bot):
    def choose(self, view):
"""


def stranger(folder: Path, body: str, more: str = "") -> Path:
    """A file whose bot has this body of `choose`, and more methods."""
    path = folder / "stranger.py"
    choose_text = textwrap.indent(textwrap.dedent(body), " " * 8)
    path.write_text(f"{HEAD}{choose_text}\n{textwrap.indent(textwrap.dedent(more), ' ' * 4)}\n")
    return path


def file(folder: Path, name: str, source: str) -> Path:
    path = folder / name
    path.write_text(textwrap.dedent(source))
    return path


def others(count: int) -> list[Bot]:
    return [RuleBot(choose) for _ in range(count)]


def line_of(bot: Any) -> Channel:
    """The line of a bot that has one open."""
    assert isinstance(bot, ProcessBot)
    line = bot.line
    assert isinstance(line, Channel)
    return line


def group_of(line: Channel) -> int:
    """Every process behind a line is in the process group of its keeper."""
    return line._process.pid


def in_group(group: int) -> list[int]:
    """The processes of a group that are still there, our own zombies too.

    Those whose parent was killed are the system's to bury, which may take it a while.
    """
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it ended while we looked
                continue
            buried = words[:2] == ["Z", "1"]
            if int(words[2]) == group and not buried:
                found.append(int(folder.name))
    return found


def with_word(word: str) -> list[int]:
    """The processes with this word on their command line."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                line = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if word.encode() in line.split(b"\0"):
                found.append(int(folder.name))
    return found


def wait_until(true: Any, seconds: float) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.01)
    return bool(true())
