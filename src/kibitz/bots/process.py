"""A stranger's bot, safely: in a process of its own, behind a clock, confined.

    with load_file("my_bot.py") as bot:
        play(kibitz.game("ohhell"), [bot, ...], seed=7)

`load_file` takes a Python file (docs/write-a-bot.md, or Dubito's blueprint), `over_pipe` a program
in any language that speaks docs/bot-protocol.md on stdin and stdout. The process lives over many
games. `trusted=True` loads a file into this process: fast, and able to do whatever we can.
"""

from __future__ import annotations

import contextlib
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz.bots import botfile
from kibitz.bots.bot import Bot
from kibitz.bots.channel import Channel
from kibitz.bots.forfeit import Unreachable, clean, fault_of
from kibitz.bots.remote import Clock, RemoteBot, check_action, check_plays, hidden
from kibitz.bots.sandbox.limits import FILE, PROGRAM, Hold, Limits, holds
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View


class ProcessBot(RemoteBot):
    """A bot in a process of its own."""

    def holds(self) -> list[Hold]:
        """What confines it on this system, and what does not."""
        line = self.line
        assert isinstance(line, Channel)
        return holds(line.limits, line.layers)

    def printed(self) -> str:
        """The end of what it has printed."""
        return self._line.tail() if isinstance(self._line, Channel) else ""


class FileBot(ProcessBot):
    """A Python file in a process of its own."""

    def __init__(self, path: Path, clock: Clock, limits: Limits) -> None:
        super().__init__(path.stem, self._open, clock)
        self.path, self.limits = path, limits
        self.source = botfile.read_source(path)
        self._line = self._open()

    def _open(self) -> Channel:
        line = Channel(self.limits)
        question = {"type": "load", "path": str(self.path), "source": self.source}
        told = line.ask(question, self.clock.start_seconds_max)
        self.name, self.plays = clean(str(told["name"])), tuple(map(str, told["plays"]))
        return line


class TrustedBot(Bot):
    """A Python file in this process: as quick as a bot of our own, and as powerful.

    It has the seeds, and its faults the names, that it would have in a process of its own. What it
    prints goes to stderr: stdout is for our results.
    """

    kind = "stranger"

    def __init__(self, path: Path) -> None:
        self.path = path
        with contextlib.redirect_stdout(sys.stderr):
            self.bot = botfile.load_source(botfile.read_source(path), str(path))
        self.plays, self.oracle = self.bot.plays, self.bot.oracle

    @property
    def name(self) -> str:
        return botfile.name_of(self.bot)

    @property
    def listens(self) -> bool:
        return self.bot.listens

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, hidden(seed))
        check_plays(self.plays, game.name)
        with self._named():
            self.bot.start(game, seat, hidden(seed))

    def choose(self, view: View) -> int:
        with self._named():
            answer = self.bot.choose(view)
        return check_action(view, answer)

    def choose_knowing(self, state: State) -> int:
        with self._named():
            return self.bot.choose_knowing(state)

    def observe(self, event: Event) -> None:
        with self._named():
            self.bot.observe(event)

    def explain(self) -> dict[str, Any]:
        with self._named():
            return self.bot.explain()

    def close(self) -> None:
        self.bot.close()

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        try:
            with contextlib.redirect_stdout(sys.stderr):
                yield
        except (Exception, SystemExit) as error:
            raise fault_of(error, str(self.path)) from error


def load_file(
    path: str | Path,
    trusted: bool = False,
    *,
    clock: Clock | None = None,
    limits: Limits = FILE,
) -> Bot:
    """The bot in a Python file. What cannot be loaded raises a BotFault that says why."""
    place = Path(path)
    if trusted:
        return TrustedBot(place)
    return FileBot(place, clock or Clock(), limits)


def over_pipe(
    command: str | Sequence[str], *, clock: Clock | None = None, limits: Limits = PROGRAM
) -> ProcessBot:
    """A program that speaks the protocol on stdin and stdout. No shell reads the command."""
    words = shlex.split(command) if isinstance(command, str) else list(command)
    found = shutil.which(words[0]) if words else None
    if found is None:
        raise Unreachable(f"there is no program {words[0] if words else ''!r}")
    words[0] = str(Path(found).absolute())
    return ProcessBot(Path(words[0]).name, lambda: Channel(limits, words), clock or Clock())
