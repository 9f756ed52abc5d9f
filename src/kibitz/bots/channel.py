"""A line to a confined process: one JSON line there, one back, under a clock.

The other end is not trusted. Whatever it does (answers late, never, too much, nonsense; ends, hangs
up) becomes a named reason of forfeit.py, and the process is ended before that is raised. Everything
is read as it comes, so a process that floods its outputs cannot block us, and everything is read
only up to a limit.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path
from typing import IO, Any, NamedTuple

from kibitz.bots.forfeit import (
    REASONS,
    BadAnswer,
    BotFault,
    Died,
    Endless,
    Forbidden,
    OutOfMemory,
    Quit,
    Silent,
    TooMuchOutput,
    TooSlow,
    clean,
    clean_lines,
)
from kibitz.bots.sandbox.limits import Layers, Limits
from kibitz.bots.sandbox.supervise import SIGNALLED
from kibitz.core.errors import KibitzError
from kibitz.core.plain import short

ANSWER_BYTES_MAX = 64 * 1024
READ_BYTES = 64 * 1024
TAIL_BYTES = 4096  # of what a bot printed, for its author
GRACE_SECONDS = 0.25  # after the time is up: is it late, computing, or silent?
BEGIN_SECONDS_MAX = 20.0  # until the process is there; a cold start takes 0.3
END_SECONDS_MAX = 0.5  # until an ended keeper is gone
RUN = "import sys; sys.path[:0] = {paths!r}; from kibitz.bots.sandbox.supervise import main; main()"


class NoSandbox(KibitzError):
    """This system cannot run a bot in a process of its own."""

    code = "no_sandbox"
    fault = "us"


class Channel:
    """A process and the line to it."""

    whole_history = False  # the other end remembers what it was told

    def __init__(self, limits: Limits, command: list[str] | None = None) -> None:
        if not hasattr(os, "fork"):
            raise NoSandbox("bots in processes need a system that forks; load the file as trusted")
        self.limits = limits
        self.printed = b""  # the end of what it wrote to stderr (a file bot: to stdout too)
        self._count = 0  # bytes of that, since `forget_output`
        self._unread = b""
        self._asked = 0
        self._bot = 0  # the process id of the bot behind its keeper
        order = json.dumps({"limits": limits.as_data(), "command": command})
        # No environment of ours, no site packages by surprise: what can be imported is on our path.
        # Nothing is buffered, so that what a bot prints is there when it is asked for.
        self._process = subprocess.Popen(
            [sys.executable, "-PSsBu", "-c", RUN.format(paths=_paths()), order],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=_environment(),
            start_new_session=True,
        )
        self._end = weakref.finalize(self, _end, self._process, os.getpid())
        pipes = _pipes(self._process)
        for pipe in pipes:
            os.set_blocking(pipe.fileno(), False)
        self._in, self._out = pipes[0].fileno(), pipes[1].fileno()
        self._err: int | None = pipes[2].fileno()  # None when the other end has closed it
        self.layers = self._begin()

    def _begin(self) -> Layers:
        """Read the keeper's line and the bot's, in whichever order they come."""
        deadline = time.monotonic() + BEGIN_SECONDS_MAX
        told: dict[str, Any] = {}
        while not {"pid", "layers"} <= told.keys():
            try:
                line = self._read_line(deadline)
            except BotFault:  # no stranger has been let in yet: the fault is ours
                line = None
            if line is None:
                self.close()
                raise NoSandbox(f"the process did not start: {self.tail() or 'no word from it'}")
            told |= json.loads(line)
        self._bot = told["pid"]
        return Layers(**told["layers"])

    # Questions ----------------------------------------------------------------------------------

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a question, or the reason why there is none; then the process is gone."""
        self._asked += 1
        data = json.dumps({"id": self._asked, **question}, separators=(",", ":")).encode() + b"\n"
        deadline = time.monotonic() + seconds
        try:
            if not self._write(data, deadline):
                raise self._late(seconds)
            line = self._read_line(deadline)
            if line is None:
                raise self._late(seconds)
            return read_answer(line, self._asked)
        except BotFault:
            self._drain()
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._end.alive

    def tail(self) -> str:
        """The last of what the process has printed."""
        return clean_lines(self.printed.decode("utf-8", "replace"))

    def forget_output(self) -> None:
        """A new game: what was printed before does not count."""
        self._count = 0

    def close(self) -> None:
        """End the process and all that it has started."""
        self._end()

    # The pipes ----------------------------------------------------------------------------------

    def _write(self, data: bytes, deadline: float) -> bool:
        """Write it all; False when the time is up, because nobody reads at the other end."""
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                if not self._wait(deadline, writing=True):
                    return False
            except BrokenPipeError:
                raise self._verdict() from None
        return True

    def _read_line(self, deadline: float) -> bytes | None:
        """The next line; None when the time is up."""
        while b"\n" not in self._unread:
            if len(self._unread) > ANSWER_BYTES_MAX:
                raise TooMuchOutput(f"its answer is longer than {ANSWER_BYTES_MAX} bytes")
            if not self._wait(deadline):
                return None
        line, _, self._unread = self._unread.partition(b"\n")
        if len(line) > ANSWER_BYTES_MAX:
            raise TooMuchOutput(f"its answer is longer than {ANSWER_BYTES_MAX} bytes")
        return line

    def _wait(self, deadline: float, *, writing: bool = False) -> bool:
        """Wait for something to come, and take it; False when the time is up."""
        poll = select.poll()
        poll.register(self._out, select.POLLIN)
        if self._err is not None:
            poll.register(self._err, select.POLLIN)
        if writing:
            poll.register(self._in, select.POLLOUT)
        left = deadline - time.monotonic()
        ready = poll.poll(max(0.0, left) * 1000) if left > 0 else []
        for fd, _ in ready:
            if fd == self._out:
                self._take_answer()
            elif fd == self._err:
                self._take_output(fd)
        return bool(ready)

    def _take_answer(self) -> None:
        data = os.read(self._out, READ_BYTES)
        if not data:
            raise self._verdict()
        self._unread += data

    def _take_output(self, fd: int) -> None:
        data = os.read(fd, READ_BYTES)
        if not data:
            self._err = None
            return
        self.printed = (self.printed + data)[-TAIL_BYTES:]
        self._count += len(data)
        if self._count > self.limits.output_bytes_max:
            raise TooMuchOutput(
                f"it printed more than {self.limits.output_bytes_max} bytes in one game"
            )

    # Verdicts -----------------------------------------------------------------------------------

    def _late(self, seconds: float) -> BotFault:
        """Time is up: whether it is late, busy or silent is seen in a short grace."""
        begin = time.monotonic()
        before = _work_of(self._bot)
        try:
            line = self._read_line(begin + GRACE_SECONDS)
        except BotFault as fault:
            return fault
        if line is not None:
            late = seconds + time.monotonic() - begin
            return TooSlow(f"it answered after {late:.2f} s; it has {seconds:g} s")
        after = _work_of(self._bot)
        if after.ticks > before.ticks or "R" in before.state + after.state:
            return Endless(f"it was still computing after {seconds:g} s")
        return Silent(f"it gave no answer in {seconds:g} s, and was not computing either")

    def _verdict(self) -> BotFault:
        """The line is dead: how the process ended."""
        try:
            code = self._process.wait(END_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            return Quit("it closed its line and went on")
        self._drain()
        if code < 0 or code > SIGNALLED:
            number = -code if code < 0 else code - SIGNALLED
            return _signalled(number)
        last = self.tail().splitlines()[-1:]
        return Quit(f"it ended its process with code {code}{': ' if last else ''}{''.join(last)}")

    def _drain(self) -> None:
        """What it printed last, for the author."""
        with contextlib.suppress(OSError, BotFault):
            while self._err is not None:
                self._take_output(self._err)


def read_answer(line: bytes, asked: int) -> dict[str, Any]:
    """A line from a stranger as a mapping; a fault that it confesses is raised."""
    try:
        answer = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadAnswer(f"its answer is no JSON: {clean(short(line))}") from None
    if not isinstance(answer, dict) or answer.get("id") != asked or answer.get("id") is True:
        raise BadAnswer(f"its answer is not to question {asked}: {clean(short(answer))}")
    if "fault" in answer:
        kind = REASONS.get(answer["fault"]) if isinstance(answer["fault"], str) else None
        if kind is None:
            raise BadAnswer(f"it names a reason that is none: {clean(short(answer['fault']))}")
        fault = kind(clean(str(answer.get("message", ""))))
        fault.trace = clean_lines(str(answer.get("trace", "")))
        raise fault
    return answer


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _signalled(number: int) -> BotFault:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    if name == "SIGSYS":
        return Forbidden("it asked the system for what it may not do (SIGSYS)")
    if name == "SIGKILL":
        return OutOfMemory("the system ended its process (SIGKILL), as it does for want of memory")
    return Died(f"its process died of {name}")


class _Work(NamedTuple):
    ticks: int  # processor time in the system's ticks
    state: str  # R for running, S for sleeping ..; empty where the system does not say


def _work_of(pid: int) -> _Work:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return _Work(0, "")
    return _Work(int(words[11]) + int(words[12]), words[0])


def _paths() -> list[str]:
    """Where the process imports from: our own package first, then what we import from."""
    own = str(Path(__file__).resolve().parents[2])
    return [own, *(path for path in sys.path if path and Path(path).exists())]


def _environment() -> dict[str, str]:
    """Nothing of ours but the choice of engine; one thread, one order of sets."""
    chosen = {
        "LANG": "C.UTF-8",
        "PATH": os.defpath,
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }
    engine = os.environ.get("KIBITZ_ENGINE")
    return chosen | ({"KIBITZ_ENGINE": engine} if engine else {})


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a keeper, and with it its bot; a fork of the process that owns it must not."""
    if os.getpid() != owner:
        return
    for pipe in _pipes(process):
        with contextlib.suppress(OSError):
            pipe.close()
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        process.wait(END_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        process.kill()  # its death is the bot's: PR_SET_PDEATHSIG
        process.wait()
