"""Runs an external bot safely: in its own sandboxed process, against the clock.

    with load_file("my_bot.py") as bot:
        play(kibitz.game("ohhell"), [bot, ...], seed=7)

`load_file` takes a Python file (docs/write-a-bot.md, or Dubito's blueprint), `over_pipe` a program
in any language that speaks docs/bot-protocol.md on stdin and stdout. The process lives for many
games. `trusted=True` loads a file into this process: fast, and with all our privileges.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.remote import bot_file, own_files
from kibitz.bots.remote.forfeit import BadAnswer, Unreachable, clean, fault_of
from kibitz.bots.remote.own_modules import OwnModules
from kibitz.bots.remote.pipe import Channel
from kibitz.bots.remote.protocol import Clock, RemoteBot, check_action, check_plays, hidden
from kibitz.bots.remote.sandbox.limits import FILE, PROGRAM, Hold, Limits, holds
from kibitz.core.coerce import short
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View


class ProcessBot(RemoteBot):
    """A bot in its own process."""

    def holds(self) -> list[Hold]:
        """What the sandbox enforces on this system, and what it does not."""
        line = self.line
        assert isinstance(line, Channel)
        return holds(line.limits, line.layers)

    def printed(self) -> str:
        """The end of its output."""
        return self._line.tail() if isinstance(self._line, Channel) else ""


class FileBot(ProcessBot):
    """A Python file in its own process."""

    def __init__(self, path: Path, clock: Clock, limits: Limits, wanted: str | None = None) -> None:
        super().__init__(path.stem, self._open, clock)
        self.path, self.limits, self.wanted = path.absolute(), limits, wanted
        self.source = bot_file.read_source(path)
        self.own = own_files.of(self.path, self.source)
        self._listens = False
        self._line = self._open()

    @property
    def listens(self) -> bool:
        return self._listens

    def _open(self) -> Channel:
        own = self.own.message()
        line = Channel(self.limits, own=own)
        question = {
            "type": "load",
            "path": str(self.path),
            "source": self.source,
            "class": self.wanted,
            "modules": own["modules"],
        }
        reply = line.ask(question, self.clock.start_seconds_max)
        name, plays = reply.get("name"), reply.get("plays", ())
        if not isinstance(name, str) or not _are_names(plays):  # its code may answer in our place
            line.close()
            raise BadAnswer(f"its answer to load has no name and games: {clean(short(reply))}")
        self.name, self.plays = clean(name), tuple(plays)
        self._listens = bool(reply.get("listens"))
        return line


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


class TrustedBot(Bot):
    """A Python file in this process: as fast and as powerful as a built-in bot.

    It gets the same seeds, and its faults the same names, as in its own process. Its output goes to
    stderr, because stdout is for results.
    """

    kind = "stranger"

    def __init__(self, path: Path, wanted: str | None = None) -> None:
        self.path = path.absolute()
        source = bot_file.read_source(path)
        self._modules = OwnModules(own_files.of(self.path, source).modules)
        with contextlib.redirect_stdout(sys.stderr), self._modules.available():
            self.bot = bot_file.load_source(source, str(self.path), wanted)
        self.plays, self.oracle = self.bot.plays, self.bot.oracle

    @property
    def name(self) -> str:
        return self.bot.class_name

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
            with contextlib.redirect_stdout(sys.stderr), self._modules.available():
                yield
        except (Exception, SystemExit) as error:
            raise fault_of(error, str(self.path)) from error


def load_file(
    path: str | Path,
    trusted: bool = False,
    *,
    kind: str | None = None,
    clock: Clock | None = None,
    limits: Limits = FILE,
) -> Bot:
    """Load the bot in a Python file; raise a BotFault with the reason if that fails.

    `kind` names the class in a file that defines several.
    """
    place = Path(path)
    if trusted:
        return TrustedBot(place, kind)
    return FileBot(place, clock or Clock(), limits, kind)


def words_of(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise Unreachable(f"{command!r} is not a valid command: {error}") from None


def over_pipe(
    command: str | Sequence[str], *, clock: Clock | None = None, limits: Limits = PROGRAM
) -> ProcessBot:
    """Run a program that speaks the protocol on stdin and stdout, without a shell."""
    words = words_of(command) if isinstance(command, str) else list(command)
    found = shutil.which(words[0]) if words else None
    if found is None:
        name = words[0] if words else ""
        if name and Path(name).is_file():
            if os.access(name, os.X_OK):
                raise Unreachable(f"{name} is a file here, not a command: write ./{name}")
            raise Unreachable(f"{name} is not executable: compile it, or run chmod +x {name}")
        raise Unreachable(f"there is no program {name!r}")
    words[0] = str(Path(found).absolute())
    return ProcessBot(Path(words[0]).name, lambda: Channel(limits, words), clock or Clock())
