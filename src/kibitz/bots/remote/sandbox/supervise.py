"""The supervisor of one bot: prepares its sandbox, starts it, and leaves nothing behind.

Runs as its own process between Kibitz and the bot. It reads nothing and answers nothing: the pipes
pass through it to the bot. When the bot ends it exits with the same status; when Kibitz ends, for
whatever reason, the pipe closes and the supervisor ends the bot. Its first line on stdout is the
bot's process id, the bot's first line its confinement.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn

from kibitz.bots.remote.sandbox import cgroup, namespaces, process_tree, system
from kibitz.bots.remote.sandbox.confine import confine
from kibitz.bots.remote.sandbox.limits import Limits

SIGNALLED = 128  # exit codes above this are signal numbers, as in shells
LOOK_MILLISECONDS = 50  # polling interval if the system cannot report when a child ends
COUNT_MILLISECONDS = 100  # between two counts of what a program has started
TOO_MANY, TOO_LARGE = 125, 124  # exit codes: the program's processes, or their memory
SWEEPS_MAX = 1000


class Ended(BaseException):
    """Kibitz asks the bot to end."""


class _Exceeded(Exception):
    """A program has more processes, or they use more memory, than it may."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def main() -> NoReturn:
    order: dict[str, Any] = json.loads(sys.argv[1])
    limits, command = Limits(**order["limits"]), order["command"]
    signal.signal(signal.SIGTERM, _end)
    with contextlib.suppress(OSError):
        # Orphans of the bot become our children, not the system's.
        system.prctl(system.PR_SET_CHILD_SUBREAPER, 1)
    if command is None:
        from kibitz.bots.remote.sandbox import bot_main  # noqa: F401 (before the fork, while files are open)
    number = os.getpid()
    entered = namespaces.enter()
    guard = _guard() if command is not None and "pid" not in entered else 0
    group = None if command is None else cgroup.create(limits)
    bot = os.fork()
    if bot == 0:
        try:
            _be_bot(limits, command, entered, number, order.get("own"), group)
        except BaseException as error:  # noqa: BLE001 (the copy of this process must end here)
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        os._exit(1)
    try:
        _say({"pid": bot})
        status = _wait(bot, limits, guard)
    except _Exceeded as exceeded:
        os.kill(bot, signal.SIGKILL)
        _sweep(group)
        os._exit(exceeded.code)
    except (Ended, BrokenPipeError):
        os.kill(bot, signal.SIGKILL)
        status = os.waitpid(bot, 0)[1]
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _sweep(group)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else SIGNALLED - code)


def _end(*_: object) -> NoReturn:
    raise Ended


def _say(line: dict[str, Any]) -> None:
    os.write(1, json.dumps(line).encode() + b"\n")


# The bot's side of the fork -------------------------------------------------------------------


def _be_bot(
    limits: Limits,
    command: list[str] | None,
    entered: list[str],
    number: int,
    own: dict[str, Any] | None,
    group: Path | None,
) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if command is not None:
        _run_program(limits, command, entered, number, group)
    from kibitz.bots.remote.sandbox.bot_main import Host

    _go_to(own)
    # The pipes move away from where a bot prints: its stdout is its stderr, its stdin is empty.
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.closerange(max(requests, answers, nothing) + 1, 256)
    layers = confine(limits, entered, number, own=own)
    host = Host(answers)
    host.send({"layers": layers.as_data()})
    with os.fdopen(requests, "rb") as lines:
        host.serve(lines)
    os._exit(0)


def _go_to(own: dict[str, Any] | None) -> None:
    """Start in the bot's folder, so that its relative paths mean the files beside it."""
    with contextlib.suppress(OSError):
        os.chdir("/" if own is None else own["folder"])
        return
    os.chdir("/")


def _run_program(
    limits: Limits, command: list[str], entered: list[str], number: int, group: Path | None
) -> NoReturn:
    os.closerange(3, 256)
    grouped = cgroup.enter(group)
    program = shutil.which(command[0]) or command[0]
    needed = [os.path.realpath(word) for word in (program, *command[1:]) if _exists(word)]
    layers = confine(limits, entered, number, needed)
    layers.cgroup = grouped
    _say({"layers": layers.as_data()})
    os.execv(program, command)


def _exists(word: str) -> bool:
    """Whether a word of a command names a file, which the bot's user must be able to read."""
    try:
        return Path(word).exists()
    except (OSError, ValueError):  # too long, or not a name at all
        return False


# The supervisor's side ------------------------------------------------------------------------


def _guard() -> int:
    """Start a process that ends the whole session should this one be killed; return its id.

    A process namespace does the same in the kernel. The bot cannot leave the session or signal the
    guard: seccomp prevents both.
    """
    reading, _ = os.pipe()  # this process keeps the other end open for as long as it lives
    guard = os.fork()
    if guard:
        os.close(reading)
        return guard
    os.closerange(0, 3)
    os.closerange(reading + 1, 256)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.read(reading, 1)
    process_tree.end_session(os.getsid(0))
    os._exit(0)


def _count(limits: Limits, guard: int) -> None:
    """Raise _Exceeded if a program has too many processes or they use too much memory."""
    members = [pid for pid in process_tree.family(os.getpid())[1:] if pid != guard]
    if len(members) > limits.processes_max + 1:
        raise _Exceeded(TOO_MANY)
    most = limits.memory_bytes_max
    if (
        process_tree.memory_bytes(members) > most
        and process_tree.exact_memory_bytes(members) > most
    ):
        raise _Exceeded(TOO_LARGE)


def _wait(bot: int, limits: Limits, guard: int) -> int:
    """Wait for the bot and return its status; raise Ended when Kibitz closes the pipe."""
    counts = limits.processes_max > 0 and process_tree.is_countable()
    poll = select.poll()
    poll.register(0, 0)  # no events but the hang-up, which is always reported
    timeout: int | None = LOOK_MILLISECONDS
    with contextlib.suppress(OSError, AttributeError):
        poll.register(os.pidfd_open(bot), select.POLLIN)
        timeout = COUNT_MILLISECONDS if counts else None
    while True:
        ready = poll.poll(timeout)
        done, status = os.waitpid(bot, os.WNOHANG)
        if done:
            return status
        if any(fd == 0 for fd, _ in ready):
            raise Ended
        if counts:
            _count(limits, guard)


def _sweep(group: Path | None) -> None:
    """End whatever the bot has started and left. With a process namespace nothing is left."""
    try:
        _sweep_children()
    finally:
        cgroup.end(group)


def _sweep_children() -> None:
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    for _ in range(SWEEPS_MAX):
        try:
            left = [int(word) for word in children.read_text().split()]
        except OSError:
            return
        if not left:
            return
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        for pid in left:
            with contextlib.suppress(OSError):
                os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
