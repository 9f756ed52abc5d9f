"""Detached processes: start one that outlives the server, see if it lives, and what it uses.

A process id may be reused, so a process counts as the one that we know only if it was created
before its last sign of life.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from kibitz.core.files import named
from kibitz.workers.process import environment

CLOCK_SECONDS = 2.0  # process creation times are rounded


class _Detached(subprocess.Popen[bytes]):
    """A process that is meant to outlive this one, so Python need not warn that it does."""

    def __del__(self) -> None:
        """Leave it running."""


_children: list[_Detached] = []  # of this server, to be reaped when they end


def start(command: Sequence[str], log: Path, output: Path | None = None) -> int:
    """Start a process in its own session, and return its id. Both outputs are appended to `log`.

    With `output`, what it prints goes there instead, and only its errors to the log.
    """
    _reap()
    with named(log, "write"):
        log.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as files:
            errors = files.enter_context(log.open("ab"))
            printed = errors if output is None else files.enter_context(output.open("wb"))
            process = _Detached(
                command,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=errors,
                env=environment() | {"PYTHONUNBUFFERED": "1"},
                start_new_session=True,
            )
    _children.append(process)
    return process.pid


def _reap() -> None:
    _children[:] = [child for child in _children if child.poll() is None]


def find(pid: int | None, heard: float) -> psutil.Process | None:
    """Return the process with this id, if it is the one that we heard from at that time."""
    _reap()
    if pid is None:
        return None
    with contextlib.suppress(psutil.Error, ValueError, OverflowError):
        process = psutil.Process(pid)
        known = process.create_time() <= heard + CLOCK_SECONDS
        if known and process.status() != psutil.STATUS_ZOMBIE:
            return process
    return None


def end(pid: int, heard: float) -> bool:
    """Ask a process to stop (SIGTERM); return whether it was there."""
    process = find(pid, heard)
    if process is None:
        return False
    with contextlib.suppress(ProcessLookupError, psutil.Error):
        os.kill(process.pid, signal.SIGTERM)
    return True


@dataclass(frozen=True)
class Use:
    """What a process uses: shares of one core, and bytes."""

    cpu: float
    memory: int


class Meter:
    """CPU and memory of processes; CPU is measured since the last call for the same process."""

    def __init__(self) -> None:
        self._known: dict[int, psutil.Process] = {}

    def use(self, process: psutil.Process) -> Use | None:
        known = self._known.get(process.pid)
        if known is None or known.create_time() != process.create_time():
            known = self._known[process.pid] = process
        try:
            with known.oneshot():
                return Use(known.cpu_percent(None) / 100, int(known.memory_info().rss))
        except psutil.Error:
            self._known.pop(process.pid, None)
            return None


def machine() -> dict[str, float | int]:
    """Return the load of the whole machine."""
    memory = psutil.virtual_memory()
    return {
        "cores": psutil.cpu_count() or 1,
        "cpu": psutil.cpu_percent(None) / 100,
        "memory": int(memory.total - memory.available),
        "memory_total": int(memory.total),
    }


def addresses() -> list[str]:
    """Return this machine's addresses on its networks, without loopback."""
    every = [one for interface in psutil.net_if_addrs().values() for one in interface]
    return [
        one.address
        for one in every
        if one.family == socket.AF_INET and not one.address.startswith("127.")
    ]
