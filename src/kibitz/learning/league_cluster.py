"""Agents of a league on the nodes of a Ray cluster.

An actor runs an agent's command on its node, as the league itself would, and reports its output and
its end. The league's folder must be on a file system that all nodes share, because agents read each
other's snapshots there; so an agent whose node died is restarted on another one from its last
checkpoint.
"""

from __future__ import annotations

import contextlib
import ctypes
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.core.cluster import connect

LOST = -int(signal.SIGKILL)  # the exit code of an agent whose node is gone
POLL_SECONDS = 0.1
PDEATHSIG = 1  # prctl: the signal for a process whose parent dies


class _Keeper:
    """The actor: one agent's process on its node."""

    def __init__(self, command: list[str], folder: str) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            text=True, cwd=folder, start_new_session=True,
            preexec_fn=_prepare,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def look(self) -> tuple[list[str], int | None, int]:
        """Return the lines since the last look, the exit code if it ended, and its pid."""
        code = self._process.poll()
        if code is not None:
            self._reader.join()
        lines = []
        with contextlib.suppress(queue.Empty):
            while True:
                lines.append(self._lines.get_nowait())
        return lines, code, self._process.pid

    def send_signal(self, number: int) -> None:
        self._process.send_signal(number)


def _prepare() -> None:
    """Let the agent hear Ctrl-C, which Ray blocks, and end with its actor or its node."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)


class Lines:
    """The output of an agent, as the file of a local process."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def put(self, line: str | None) -> None:
        self._lines.put(line)

    def __iter__(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def close(self) -> None:
        """Nothing is left open."""


class RemoteProcess:
    """An agent on some node; has what the league uses of `subprocess.Popen`."""

    def __init__(self, ray: Any, command: list[str]) -> None:
        self._ray = ray
        actor = ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(_Keeper)
        self._actor = actor.remote(command, str(Path.cwd()))
        self._look = self._actor.look.remote()
        self.stdout = Lines()
        self.pid: int | None = None
        self._code: int | None = None

    def poll(self) -> int | None:
        """Relay new output; return the exit code once the agent has ended."""
        if self._code is not None or not self._ray.wait([self._look], timeout=0)[0]:
            return self._code
        try:
            lines, code, self.pid = self._ray.get(self._look)
        except self._ray.exceptions.RayError as error:
            lines, code = [f"its node is gone: {type(error).__name__}\n"], LOST
        for line in lines:
            self.stdout.put(line)
        if code is None:
            self._look = self._actor.look.remote()
        else:
            self._end(code)
        return self._code

    def _end(self, code: int) -> None:
        self._code = code
        self.stdout.put(None)
        self._ray.kill(self._actor)

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired("the agent", timeout or 0.0)
            time.sleep(POLL_SECONDS)
        return code

    def send_signal(self, number: int) -> None:
        self._actor.send_signal.remote(number)

    def kill(self) -> None:
        """End the actor, and with it the agent."""
        if self._code is None:
            self._end(LOST)


class Launcher:
    """Starts agents on a cluster."""

    def __init__(self, address: str) -> None:
        self._ray = connect(address)

    def __call__(self, command: list[str]) -> RemoteProcess:
        return RemoteProcess(self._ray, command)
