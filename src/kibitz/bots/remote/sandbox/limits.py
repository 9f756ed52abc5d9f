"""What an external bot may use, and which limits hold on this system.

A file bot is Python that we load ourselves: it may read only Python's own files
and those that belong to it (own_files.py). A program
(docs/bot-protocol.md) can be anything: it may read files and start processes, which end with it.
Neither may write files or use the network.

Every layer of confinement is tried, and `holds` reports which one enforces what. Where nothing
enforces a promise, `check` refuses the bot: KIBITZ_SANDBOX=partial accepts the risk.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from kibitz.core.errors import KibitzError

MEGABYTE = 1 << 20
VARIABLE, PARTIAL = "KIBITZ_SANDBOX", "partial"


class NotConfined(KibitzError):
    """This system cannot enforce every restriction on external bots."""

    code = "not_confined"
    fault = "us"


@dataclass(frozen=True)
class Limits:
    """The limits of a process. Units are in the names."""

    memory_bytes_max: int = 1024 * MEGABYTE  # address space; an idle Python bot uses 150 MB
    output_bytes_max: int = MEGABYTE  # on stdout and stderr, in one game
    open_files_max: int = 64
    processes_max: int = 0  # in addition to the bot itself
    reads_all: bool = False  # whether it may read files outside Python's own folders

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


FILE = Limits()
PROGRAM = Limits(processes_max=32, reads_all=True)


@dataclass
class Layers:
    """The layers that the sandboxed process reports before it runs a bot."""

    rlimits: list[str] = field(default_factory=list)  # names of resource limits that were set
    namespaces: list[str] = field(default_factory=list)
    landlock: int = 0  # ABI version; 0 if unavailable
    seccomp: bool = False
    uid: int = 0  # its own user id; 0 if it has none
    counted: bool = False  # whether the supervisor counts its processes and their memory
    cgroup: bool = False  # whether it has a control group of its own

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


class Hold(NamedTuple):
    what: str
    held: bool
    by: str


def holds(limits: Limits, layers: Layers) -> list[Hold]:
    """Each promise, whether it holds here, and what enforces it."""
    seccomp, landlock = layers.seccomp, layers.landlock > 0
    alone = limits.processes_max == 0
    # A process limit counts those of a user: it needs a separate user, or a user namespace.
    counted = "processes" in layers.rlimits and (layers.uid > 0 or "user" in layers.namespaces)
    reads = "any file may be read" if limits.reads_all else "only Python's own files are read"
    return [
        Hold("time for each answer", True, "a clock in the process that asks"),
        Hold(
            "nothing stays behind",
            True,
            "a supervisor ends all when we end"
            if alone or "pid" in layers.namespaces
            else "a supervisor ends what is left",
        ),
        Hold(f"{limits.output_bytes_max // MEGABYTE} MB of output", True, "counted as it comes"),
        _hold(
            f"{limits.memory_bytes_max // MEGABYTE} MB of memory",
            {
                "resource limit": "memory" in layers.rlimits and alone,
                "resource limit for each process": "memory" in layers.rlimits and not alone,
                "control group": layers.cgroup,
                "counted for all": layers.counted and not alone,
            },
        ),
        _hold(
            "no other process" if alone else f"{limits.processes_max} more processes",
            {
                "seccomp": seccomp and alone,
                "limit for a user of its own": counted and not alone,
                "control group": layers.cgroup and not alone,
                "counted by the supervisor": layers.counted and not alone,
            },
        ),
        _hold("no network", {"seccomp": seccomp, "namespace": "net" in layers.namespaces}),
        _hold("no file is written", {"seccomp": seccomp, "Landlock": landlock}),
        Hold(reads, True, "programs may")
        if limits.reads_all
        else _hold(reads, {"Landlock": landlock}),
        _hold(
            "no reach into others",
            {
                "seccomp": seccomp and alone,
                "seccomp with Landlock": seccomp and landlock and not alone,
                "namespace": "pid" in layers.namespaces,
            },
        ),
    ]


def check(limits: Limits, layers: Layers) -> None:
    """Refuse to run a stranger where a promise does not hold, unless the operator allows it."""
    missing = [hold.what for hold in holds(limits, layers) if not hold.held]
    if missing and os.environ.get(VARIABLE, "") != PARTIAL:
        raise NotConfined(
            f"this system cannot enforce: {', '.join(missing)}. Run a file that you trust as "
            f"trusted (--trusted), or set {VARIABLE}={PARTIAL} to accept the risk"
        )


def _hold(what: str, layers: dict[str, bool]) -> Hold:
    by = [name for name, there in layers.items() if there]
    return Hold(what, bool(by), ", ".join(by))
