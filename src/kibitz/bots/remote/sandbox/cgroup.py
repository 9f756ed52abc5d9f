"""A control group for a program: the kernel limits all that the program starts, together.

    group = cgroup.create(limits)     # None where there is no cgroup v2 that we may divide
    cgroup.enter(group)               # in the program's process, before it is confined
    cgroup.end(group)                 # kills whatever is left, and removes the group

Memory counts wherever it is (address space, memfd, files in memory), processes and threads are
counted together, and the program shares one processor with what it has started. The group lies
beside our own, inside a group that systemd has delegated to us: `Delegate=yes` with
`DelegateSubgroup=main` (docs/hosting.md). We touch no other group. Elsewhere the supervisor counts
(process_tree.py).
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from kibitz.bots.remote.sandbox.limits import Limits

ROOT = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
DELEGATED = "user.delegate"  # systemd marks a delegated group by this attribute
NEEDED = {"memory", "pids"}
ONE_PROCESSOR = "100000 100000"  # microseconds of each period, and its length
TRIES_MAX = 100
PAUSE_SECONDS = 0.01


def create(limits: Limits) -> Path | None:
    """Return a new group with these limits; None if this system has none for us."""
    parent = _delegated()
    if parent is None:
        return None
    group = parent / f"kibitz-bot-{os.getpid()}"
    try:
        _write(parent / "cgroup.subtree_control", " ".join(f"+{name}" for name in sorted(NEEDED)))
        with contextlib.suppress(OSError):
            _write(parent / "cgroup.subtree_control", "+cpu")
        group.mkdir()
    except OSError:
        return None
    try:
        _write(group / "memory.max", str(limits.memory_bytes_max))
        _write(group / "pids.max", str(limits.processes_max + 1))
    except OSError:
        end(group)
        return None
    for name, value in (("memory.swap.max", "0"), ("cpu.max", ONE_PROCESSOR)):
        with contextlib.suppress(OSError):
            _write(group / name, value)
    return group


def enter(group: Path | None) -> bool:
    """Move this process into the group; return whether it is there."""
    if group is None:
        return False
    try:
        _write(group / "cgroup.procs", "0")
    except OSError:
        return False
    return True


def end(group: Path | None) -> None:
    """Kill what is left in the group and remove it."""
    if group is None:
        return
    with contextlib.suppress(OSError):
        _write(group / "cgroup.kill", "1")
    for _ in range(TRIES_MAX):
        try:
            group.rmdir()
        except FileNotFoundError:
            return
        except OSError:  # the last process is not gone yet
            time.sleep(PAUSE_SECONDS)
        else:
            return


def _delegated() -> Path | None:
    """Return the group above our own, if systemd has delegated it to us."""
    try:
        lines = OWN.read_text().splitlines()
        (own,) = [line[3:] for line in lines if line.startswith("0::/")]
        parent = (ROOT / own.lstrip("/")).parent
        controllers = set((parent / "cgroup.controllers").read_text().split())
        ours = os.getxattr(parent, DELEGATED) == b"1"
    except (OSError, ValueError, AttributeError):  # no cgroup v2, not delegated, not Linux
        return None
    return parent if ours and controllers >= NEEDED and own != "/" else None


def _write(file: Path, value: str) -> None:
    """Write to a file of the kernel, which must exist: creating one would hide a mistake."""
    number = os.open(file, os.O_WRONLY | os.O_TRUNC)
    try:
        os.write(number, value.encode())
    finally:
        os.close(number)
