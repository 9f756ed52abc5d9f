"""What a stranger's bot may use, and what of it holds on this system.

A file bot is Python that we load ourselves: it may read Python's own files, and nothing more. A
program (docs/bot-protocol.md) is anything: it may read files and start processes of its own, which
end with it. Neither may write files or use the network.

Every layer of confinement is tried and none is needed: `holds` says honestly what is held by which
layer, so that somebody on a system without them knows what they let in.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Limits:
    """How much a process may have. Units are in the names."""

    memory_bytes_max: int = 1024 * MEGABYTE  # address space; an idle Python bot has 150 MB
    output_bytes_max: int = MEGABYTE  # on stdout and stderr, in one game
    open_files_max: int = 64
    processes_max: int = 0  # beside the bot itself
    reads_all: bool = False  # whether it may read files outside Python's own folders

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


FILE = Limits()
PROGRAM = Limits(processes_max=32, reads_all=True)


@dataclass
class Layers:
    """What the confined process reports before it lets a stranger in."""

    rlimits: list[str] = field(default_factory=list)  # names of resource limits that were set
    namespaces: list[str] = field(default_factory=list)
    landlock: int = 0  # version of the interface; 0 without
    seccomp: bool = False
    uid: int = 0  # the user of its own; 0 where it has none

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


class Hold(NamedTuple):
    what: str
    held: bool
    by: str


def holds(limits: Limits, layers: Layers) -> list[Hold]:
    """Each promise, whether it holds here, and what holds it."""
    seccomp, landlock = layers.seccomp, layers.landlock > 0
    alone = limits.processes_max == 0
    # A limit of processes counts those of a user: it needs one of its own, or a user namespace.
    counted = "processes" in layers.rlimits and (layers.uid > 0 or "user" in layers.namespaces)
    reads = "any file may be read" if limits.reads_all else "only Python's own files are read"
    return [
        Hold("time for each answer", True, "a clock in the process that asks"),
        Hold(
            "nothing stays behind",
            True,
            "a keeper ends all when we end"
            if alone or "pid" in layers.namespaces
            else "a keeper hunts down what is left",
        ),
        Hold(f"{limits.output_bytes_max // MEGABYTE} MB of output", True, "counted as it comes"),
        _hold(
            f"{limits.memory_bytes_max // MEGABYTE} MB of memory",
            {"resource limit": "memory" in layers.rlimits},
        ),
        _hold(
            "no other process" if alone else f"{limits.processes_max} more processes",
            {"seccomp": seccomp and alone, "limit for a user of its own": counted and not alone},
        ),
        _hold("no network", {"seccomp": seccomp, "namespace": "net" in layers.namespaces}),
        _hold("no file is written", {"seccomp": seccomp, "Landlock": landlock}),
        Hold(reads, True, "programs may")
        if limits.reads_all
        else _hold(reads, {"Landlock": landlock}),
        _hold(
            "no reach into others",
            {"seccomp": seccomp and alone, "namespace": "pid" in layers.namespaces},
        ),
    ]


def _hold(what: str, layers: dict[str, bool]) -> Hold:
    by = [name for name, there in layers.items() if there]
    return Hold(what, bool(by), ", ".join(by))
