"""A channel to a sandboxed process: one JSON line out, one line back, against the clock.

The other end is not trusted. Whatever it does (answers late, never, too much or nonsense; exits, or
closes its pipes) becomes a named reason from forfeit.py, raised after the process has been ended.
Output is read as it arrives, so a flooding process cannot block us, and only up to a limit.
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

from kibitz.bots.remote.forfeit import (
    REASONS,
    BadAnswer,
    BotFault,
    Died,
    Endless,
    Forbidden,
    OutOfMemory,
    Quit,
    Silent,
    StartedProcess,
    TooMuchOutput,
    TooSlow,
    clean,
    clean_lines,
)
from kibitz.bots.remote.sandbox.limits import MEGABYTE, Layers, Limits, NotConfined, check
from kibitz.bots.remote.sandbox.process_tree import family, use_of
from kibitz.bots.remote.sandbox.supervise import SIGNALLED, TOO_LARGE, TOO_MANY
from kibitz.core.coerce import short
from kibitz.core.errors import KibitzError

ANSWER_BYTES_MAX = 64 * 1024
READ_BYTES = 64 * 1024
TAIL_BYTES = 4096  # of a bot's output, for its author
WALL_FACTOR = 8  # times its limit, a bot may take on the clock if others use the processors
RESOLUTION_SECONDS = 0.05  # processor time is counted in steps of 0.01 s
GRACE_SECONDS = 0.25  # after the time is up: is it late, computing, or silent?
BEGIN_SECONDS_MAX = 20.0  # until the process has started; a cold start takes 0.3
END_SECONDS_MAX = 0.5  # until an ended supervisor is gone
RUN = (
    "import sys; sys.path[:0] = {paths!r}; "
    "from kibitz.bots.remote.sandbox.supervise import main; main()"
)


class NoSandbox(KibitzError):
    """This system cannot run a bot in its own process."""

    code = "no_sandbox"
    fault = "us"


class Channel:
    """A process and the pipes to it."""

    whole_history = False  # the other end remembers earlier events

    def __init__(
        self,
        limits: Limits,
        command: list[str] | None = None,
        own: dict[str, Any] | None = None,  # the bot's files (own_files.py)
    ) -> None:
        if not hasattr(os, "fork"):
            raise NoSandbox("bots in processes need fork; load the file as trusted instead")
        self.limits = limits
        self.printed = b""  # the end of its stderr (for a file bot: stdout too)
        self._count = 0  # bytes of that, since `forget_output`
        self._unread = b""
        self._asked = 0
        self._bot = 0  # the process id of the bot behind its supervisor
        order = json.dumps({"limits": limits.as_data(), "command": command, "own": own})
        # A minimal environment without site packages: imports resolve on our own path. Output is
        # unbuffered, so that it is available when requested.
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
        self._err: int | None = pipes[2].fileno()  # None once the other end has closed it
        self.layers = self._begin()
        try:
            check(limits, self.layers)
        except NotConfined:
            self.close()
            raise

    def _begin(self) -> Layers:
        """Read the supervisor's line and the bot's, in whichever order they arrive."""
        deadline = time.monotonic() + BEGIN_SECONDS_MAX
        report: dict[str, Any] = {}
        while not {"pid", "layers"} <= report.keys():
            try:
                line = self._read_line(deadline)
            except BotFault:  # no bot code has run yet: the fault is ours
                line = None
            if line is None:
                self.close()
                raise NoSandbox(f"the process did not start: {self.tail() or 'it printed nothing'}")
            report |= json.loads(line)
        self._bot = report["pid"]
        return Layers(**report["layers"])

    # Questions ----------------------------------------------------------------------------------

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a question; a fault is raised after the process has ended."""
        self._asked += 1
        data = json.dumps({"id": self._asked, **question}, separators=(",", ":")).encode() + b"\n"
        self._signal(signal.SIGCONT)
        begin, before = time.monotonic(), use_of(self._bot).seconds
        deadline = begin + seconds
        try:
            if not self._write(data, deadline):
                raise self._late(seconds)
            line = self._read_line(deadline)
            while line is None and (more := self._unspent(seconds, begin, before)):
                line = self._read_line(time.monotonic() + more)
            if line is None:
                raise self._late(seconds)
            answer = read_answer(line, self._asked)
        except BotFault:
            self._drain()
            self.close()
            raise
        self._signal(signal.SIGSTOP)
        return answer

    def _signal(self, number: int) -> None:
        """Stop a program and all that it has started while others think, and let it continue."""
        if self.limits.processes_max == 0:
            return  # a single process, which waits for the next question
        for pid in family(self._bot):
            with contextlib.suppress(OSError):
                os.kill(pid, number)

    @property
    def alive(self) -> bool:
        return self._end.alive

    def tail(self) -> str:
        """The end of the process's output."""
        return clean_lines(self.printed.decode("utf-8", "replace"))

    def forget_output(self) -> None:
        """Reset the output count for a new game."""
        self._count = 0

    def close(self) -> None:
        """End the process and everything that it has started."""
        self._end()

    # The pipes ----------------------------------------------------------------------------------

    def _write(self, data: bytes, deadline: float) -> bool:
        """Write it all; False if time runs out because the other end does not read."""
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
        """The next line; None if time runs out."""
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
        """Wait for data and take it; False if time runs out."""
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

    def _unspent(self, seconds: float, begin: float, before: float) -> float:
        """Return how much longer to wait for a bot that others keep from computing; 0: no longer.

        A bot has used its time when its processes have used that much processor time, or after
        WALL_FACTOR times as long on the clock. One that sleeps has only the clock.
        """
        used = use_of(self._bot)
        wall = begin + WALL_FACTOR * seconds - time.monotonic()
        left = min(seconds - (used.seconds - before), wall)
        return max(left, RESOLUTION_SECONDS) if used.computing and left > RESOLUTION_SECONDS else 0

    def _late(self, seconds: float) -> BotFault:
        """Classify a timeout as late, busy or silent, within a short grace period."""
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
        """Classify a dead channel by how the process ended."""
        try:
            code = self._process.wait(END_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            return Quit("it closed its pipes but kept running")
        self._drain()
        if code < 0 or code > SIGNALLED:
            number = -code if code < 0 else code - SIGNALLED
            return _signalled(number)
        if code in (TOO_MANY, TOO_LARGE) and self.limits.processes_max > 0:
            return self._exceeded(code)
        last = self.tail().splitlines()[-1:]
        return Quit(f"it exited with code {code}{': ' if last else ''}{''.join(last)}")

    def _exceeded(self, code: int) -> BotFault:
        """Name the limit by which the supervisor ended a program."""
        if code == TOO_MANY:
            return StartedProcess(f"it started more than {self.limits.processes_max} processes")
        most = self.limits.memory_bytes_max // MEGABYTE
        return OutOfMemory(f"its processes used more than {most} MB of memory")

    def _drain(self) -> None:
        """Read its last output, for the author."""
        with contextlib.suppress(OSError, BotFault):
            while self._err is not None:
                self._take_output(self._err)


def read_answer(line: bytes, asked: int) -> dict[str, Any]:
    """Parse a line from a bot as a mapping; raise the fault that it reports, if any."""
    try:
        answer = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadAnswer(f"its answer is not JSON: {clean(short(line))}") from None
    if not isinstance(answer, dict) or answer.get("id") != asked or answer.get("id") is True:
        raise BadAnswer(f"its answer is not to question {asked}: {clean(short(answer))}")
    if "fault" in answer:
        kind = REASONS.get(answer["fault"]) if isinstance(answer["fault"], str) else None
        if kind is None:
            raise BadAnswer(f"it names an unknown reason: {clean(short(answer['fault']))}")
        fault = kind(clean(str(answer.get("message", ""))))
        fault.trace = clean_lines(str(answer.get("trace", "")))
        raise fault
    return answer


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _signalled(number: int) -> BotFault:
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    if name == "SIGSYS":
        return Forbidden("it made a forbidden system call (SIGSYS)")
    if name == "SIGKILL":
        return OutOfMemory("the system killed its process (SIGKILL), probably for lack of memory")
    return Died(f"its process died of {name}")


class _Work(NamedTuple):
    ticks: int  # processor time in the system's ticks
    state: str  # R for running, S for sleeping ..; empty if unknown


def _work_of(pid: int) -> _Work:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return _Work(0, "")
    return _Work(int(words[11]) + int(words[12]), words[0])


def _paths() -> list[str]:
    """The import path of the process: our own package first, then the rest of ours."""
    own = str(Path(__file__).resolve().parents[3])
    return [own, *(path for path in sys.path if path and Path(path).exists())]


def _environment() -> dict[str, str]:
    """A minimal environment: our choice of engine, one thread, a fixed hash seed."""
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
    """End a supervisor and with it its bot; only the process that owns it may do so."""
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
        process.kill()  # the bot dies with it: PR_SET_PDEATHSIG
        process.wait()
