"""Why a bot loses a game without losing it at the table: every reason has a name.

A bot that breaks its promises (docs/write-a-bot.md) loses that game, and the match goes on. What
raises one of these errors says which promise; `Forfeit` is what an arena writes down. `fault_of`
names whatever a bot in this process has raised.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.errors import Fault, KibitzError
from kibitz.core.plain import short

MESSAGE_LENGTH_MAX = 500
TRACE_LENGTH_MAX = 4000


class BotFault(KibitzError):
    """The base of all reasons; `trace` is the traceback, where there is one."""

    code = "bot_fault"
    fault: ClassVar[Fault] = "bot"
    trace: str = ""


# The clock -----------------------------------------------------------------------------------


class TooSlow(BotFault):
    """It answered, but after its time was up."""

    code = "too_slow"


class Endless(BotFault):
    """Its time was up and it was still computing."""

    code = "endless"


class Silent(BotFault):
    """Its time was up and it was doing nothing: it sleeps, or waits for something."""

    code = "silent"


# How a process can fail ----------------------------------------------------------------------


class Crashed(BotFault):
    """It raised an exception."""

    code = "crashed"


class Died(BotFault):
    """A signal ended its process: a segmentation fault, an abort."""

    code = "died"


class Quit(BotFault):
    """It ended its process by itself."""

    code = "quit"


class OutOfMemory(BotFault):
    """It wanted more memory than it may have."""

    code = "out_of_memory"


class TooMuchOutput(BotFault):
    """It printed, or answered, more than anybody reads."""

    code = "too_much_output"


class Unreachable(BotFault):
    """A bot on the network cannot be reached, or hangs up."""

    code = "unreachable"


# What it may not do --------------------------------------------------------------------------


class Forbidden(BotFault):
    """It tried what a stranger's bot may not do; the next three say what."""

    code = "forbidden"


class StartedProcess(Forbidden):
    """It tried to start a process: a fork, a program, a shell."""

    code = "started_process"


class WroteFile(Forbidden):
    """It tried to write, make, rename or remove a file."""

    code = "wrote_file"


class UsedNetwork(Forbidden):
    """It tried to open a socket."""

    code = "used_network"


# What it answers -----------------------------------------------------------------------------


class IllegalMove(BotFault):
    """The action is not legal where it was made."""

    code = "illegal_move"


class CardsNotHeld(IllegalMove):
    """It claims to lay cards that it does not hold."""

    code = "cards_not_held"


class BadAnswer(BotFault):
    """The answer is not one: no whole number, no JSON, not to this question."""

    code = "bad_answer"


class NotBool(BadAnswer):
    """Blueprint: a question was answered with something else than True or False."""

    code = "not_bool"


class FrameworkCall(BotFault):
    """Blueprint: bluff, play_truthfully or doubt was called inside a question."""

    code = "framework_call"


# What its file is ----------------------------------------------------------------------------


class BadBotFile(BotFault):
    """The file cannot be loaded as a bot: a syntax error, no bot in it, or two."""

    code = "bad_bot_file"


class WrongClassName(BadBotFile):
    """Blueprint: the class is not named after the file."""

    code = "wrong_class_name"


class ForbiddenImport(BadBotFile):
    """Blueprint: the file imports a part of the framework that bots may not touch."""

    code = "forbidden_import"


class WrongGame(BotFault):
    """The bot says that it does not play this game."""

    code = "wrong_game"


def _all_reasons(kind: type[BotFault]) -> dict[str, type[BotFault]]:
    found = {kind.code: kind}
    for child in kind.__subclasses__():
        found |= _all_reasons(child)
    return found


REASONS = _all_reasons(BotFault)  # by code


@dataclass(frozen=True)
class Forfeit:
    """A game that was lost by a broken promise, ready to be written down."""

    seat: int
    reason: str  # a code of REASONS
    message: str

    @classmethod
    def of(cls, seat: int, fault: BotFault) -> Forfeit:
        return cls(seat, fault.code, str(fault))


def fault_of(error: BaseException, file: str | None = None) -> BotFault:
    """The named reason for what a bot has raised. `file` is the bot's own, to say where."""
    if isinstance(error, BotFault):
        return error
    if isinstance(error, MemoryError):
        fault: BotFault = OutOfMemory("it wanted more memory than it may have")
    elif isinstance(error, SystemExit):
        fault = Quit(f"it ended its process: sys.exit({short(error.code)})")
    elif isinstance(error, PermissionError):
        fault = Forbidden(
            f"it tried what it may not do: {clean(_text(error))}{_place(error, file)}"
        )
    else:
        text = _text(error)
        what = clean(f"{type(error).__name__}: {text}" if text else type(error).__name__)
        fault = Crashed(f"it raised {what}{_place(error, file)}")
    fault.trace = trace_of(error, file)
    return fault


def _text(error: BaseException) -> str:
    """What an exception says; a stranger's may fail even at that."""
    try:
        return str(error)
    except Exception:  # noqa: BLE001
        return "(its text cannot be had)"


def _place(error: BaseException, file: str | None) -> str:
    """The last line of the bot's own file on the way to an exception."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    return f" (line {frames[-1].lineno}, in {frames[-1].name})" if frames else ""


def trace_of(error: BaseException, file: str | None = None) -> str:
    """The traceback, from the bot's own file on: how we came to ask it helps nobody."""
    way = list(traceback.walk_tb(error.__traceback__))
    ours = next((i for i, (f, _) in enumerate(way) if f.f_code.co_filename == file), 0)
    trace = error.__traceback__
    for _ in range(ours):
        assert trace is not None
        trace = trace.tb_next
    return clean_lines("".join(traceback.format_exception(type(error), error, trace)))


def clean_lines(text: str) -> str:
    """A stranger's lines for our terminals; the last ones count most."""
    return "\n".join(map(clean, text.splitlines()))[-TRACE_LENGTH_MAX:]


def clean(text: str, length_max: int = MESSAGE_LENGTH_MAX) -> str:
    """A stranger's text for our terminals and logs: one line, no control characters, not long."""
    shown = "".join(c if c.isprintable() else " " for c in text[: length_max + 1])
    return shown if len(text) <= length_max else shown[: length_max - 3] + "..."
