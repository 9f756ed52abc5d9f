"""A process and all that it has started: how many they are, what they use, and how to end them.

The counts come from /proc, so they hold without a process namespace, a user of its own or a control
group (cgroup.py).
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100  # per second
SWEEPS_MAX = 1000


class Use(NamedTuple):
    """What a family has used."""

    seconds: float  # of processor time, including children that have ended
    computing: bool  # whether any of its threads is running or waiting for a processor


def children(pid: int) -> list[int]:
    """Return the children of all threads of a process; none if it has ended."""
    found: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for task in (PROC / str(pid) / "task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


def family(pid: int) -> list[int]:
    """Return a process and all its descendants, the process first."""
    found = [pid]
    for member in found:
        found += [child for child in children(member) if child not in found]
    return found


def is_countable() -> bool:
    """Whether this system lists the children of a process."""
    return (PROC / "thread-self" / "children").exists()  # whatever the namespace


def use_of(pid: int) -> Use:
    """Return what a process and its descendants have used so far."""
    seconds, computing = 0.0, False
    for member in family(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            words = _stat(PROC / str(member))
            seconds += sum(map(int, words[11:15])) / TICKS
            tasks = (PROC / str(member) / "task").iterdir()
            computing = computing or any(_stat(task)[0] == "R" for task in tasks)
    return Use(seconds, computing)


def memory_bytes(pids: list[int]) -> int:
    """Return the resident memory of processes; pages that they share count once for each."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += int((PROC / str(pid) / "statm").read_text().split()[1]) * PAGE_BYTES
    return total


def exact_memory_bytes(pids: list[int]) -> int:
    """Return the resident memory of processes, shared pages counted once; slower."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError, ValueError):
            for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
    return total


def end_session(session: int) -> None:
    """Kill every process of a session but this one, until none is left."""
    for _ in range(SWEEPS_MAX):
        left = [pid for pid in _in_session(session) if pid != os.getpid()]
        if not left:
            return
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _in_session(session: int) -> list[int]:
    found = []
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                words = _stat(folder)
                if int(words[3]) == session and words[0] not in "ZX":
                    found.append(int(folder.name))
    return found


def _stat(folder: Path) -> list[str]:
    """Return the words of a `stat` after the name, which may contain anything."""
    return (folder / "stat").read_text().rpartition(")")[2].split()
