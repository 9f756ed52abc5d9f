"""The named reasons for which a bot forfeits a game.

A bot that breaks its promises (docs/write-a-bot.md) loses that game, and the match continues. The
error names the promise; `Forfeit` is what an arena records. `fault_of` classifies whatever a bot in
this process has raised.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.coerce import short
from kibitz.core.errors import Fault, KibitzError

MESSAGE_LENGTH_MAX = 500
TRACE_LENGTH_MAX = 4000


class BotFault(KibitzError):
    """The base class of all reasons; `trace` is the traceback, if there is one."""

    code = "bot_fault"
    fault: ClassVar[Fault] = "bot"
    trace: str = ""


# The clock -----------------------------------------------------------------------------------


class TooSlow(BotFault):
    """It answered after its time was up."""

    code = "too_slow"


class Endless(BotFault):
    """It was still computing when its time was up."""

    code = "endless"


class Silent(BotFault):
    """It was idle when its time was up: sleeping, or waiting for something."""

    code = "silent"


# How a process can fail ----------------------------------------------------------------------


class Crashed(BotFault):
    """It raised an exception."""

    code = "crashed"


class Died(BotFault):
    """A signal ended its process: a segmentation fault, an abort."""

    code = "died"


class Quit(BotFault):
    """It exited its process."""

    code = "quit"


class OutOfMemory(BotFault):
    """It exceeded its memory limit."""

    code = "out_of_memory"


class TooMuchOutput(BotFault):
    """Its output or its answer exceeded the size limit."""

    code = "too_much_output"


class Unreachable(BotFault):
    """A bot on the network cannot be reached, or closed the connection."""

    code = "unreachable"


# Forbidden actions ---------------------------------------------------------------------------


class Forbidden(BotFault):
    """It tried something forbidden; three subclasses name the most common attempts."""

    code = "forbidden"


class StartedProcess(Forbidden):
    """It tried to start a process: a fork, a program, a shell."""

    code = "started_process"


class WroteFile(Forbidden):
    """It tried to write, create, rename or remove a file."""

    code = "wrote_file"


class UsedNetwork(Forbidden):
    """It tried to open a socket."""

    code = "used_network"


# Bad answers ---------------------------------------------------------------------------------


class IllegalMove(BotFault):
    """The action is not legal where it was made."""

    code = "illegal_move"


class CardsNotHeld(IllegalMove):
    """It tried to play cards that it does not hold."""

    code = "cards_not_held"


class BadAnswer(BotFault):
    """The answer is invalid: not a whole number, not JSON, or to another question."""

    code = "bad_answer"


class NotBool(BadAnswer):
    """Blueprint: a question was answered with something other than True or False."""

    code = "not_bool"


class FrameworkCall(BotFault):
    """Blueprint: bluff, play_truthfully or doubt was called inside a question."""

    code = "framework_call"


# Bad files -----------------------------------------------------------------------------------


class BadBotFile(BotFault):
    """The file cannot be loaded as a bot: a syntax error, or not exactly one bot."""

    code = "bad_bot_file"


class WrongClassName(BadBotFile):
    """Blueprint: the class is not named after the file."""

    code = "wrong_class_name"


class ForbiddenImport(BadBotFile):
    """Blueprint: the file imports a part of the framework that is off limits to bots."""

    code = "forbidden_import"


class WrongGame(BotFault):
    """The bot does not play this game."""

    code = "wrong_game"


def _all_reasons(kind: type[BotFault]) -> dict[str, type[BotFault]]:
    found = {kind.code: kind}
    for child in kind.__subclasses__():
        found |= _all_reasons(child)
    return found


REASONS = _all_reasons(BotFault)  # by code


@dataclass(frozen=True)
class Forfeit:
    """A forfeited game, ready to be recorded."""

    seat: int
    reason: str  # a code of REASONS
    message: str

    @classmethod
    def of(cls, seat: int, fault: BotFault) -> Forfeit:
        return cls(seat, fault.code, str(fault))


def fault_of(error: BaseException, file: str | None = None) -> BotFault:
    """Return the named reason for what a bot raised. `file` is the bot's own, for the location."""
    if isinstance(error, BotFault):
        return error
    if isinstance(error, MemoryError):
        fault: BotFault = OutOfMemory("it exceeded its memory limit")
    elif isinstance(error, SystemExit):
        fault = Quit(f"it exited its process: sys.exit({short(error.code)})")
    elif isinstance(error, PermissionError):
        fault = Forbidden(
            f"it tried something forbidden: {clean(_text(error))}{_place(error, file)}"
        )
    else:
        text = _text(error)
        what = clean(f"{type(error).__name__}: {text}" if text else type(error).__name__)
        fault = Crashed(f"it raised {what}{_place(error, file)}")
    fault.trace = trace_of(error, file)
    return fault


def _text(error: BaseException) -> str:
    """The message of an exception; even that may fail in a bot's own exception."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001
        return "(no message available)"


def _place(error: BaseException, file: str | None) -> str:
    """The last line of the bot's own file in a traceback."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    return f" (line {frames[-1].lineno}, in {frames[-1].name})" if frames else ""


def trace_of(error: BaseException, file: str | None = None) -> str:
    """The traceback, starting at the bot's own file: our frames do not help its author."""
    way = list(traceback.walk_tb(error.__traceback__))
    ours = next((i for i, (f, _) in enumerate(way) if f.f_code.co_filename == file), 0)
    trace = error.__traceback__
    for _ in range(ours):
        assert trace is not None
        trace = trace.tb_next
    return clean_lines("".join(traceback.format_exception(type(error), error, trace)))


def clean_lines(text: str) -> str:
    """Sanitise a bot's lines for our terminals, keeping the last ones."""
    return "\n".join(map(clean, text.splitlines()))[-TRACE_LENGTH_MAX:]


def clean(text: str, length_max: int = MESSAGE_LENGTH_MAX) -> str:
    """Sanitise a bot's text for terminals and logs: one short line without control characters."""
    shown = "".join(c if c.isprintable() else " " for c in text[: length_max + 1])
    return shown if len(text) <= length_max else shown[: length_max - 3] + "..."
