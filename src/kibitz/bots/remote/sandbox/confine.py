"""Confinement from inside: a process irrevocably gives up every privilege that it does not need.

The order matters. Resource limits and the change of user come while the process may still set them;
Landlock and seccomp come last, because after them hardly anything can be set.
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Any

from kibitz.bots.remote.sandbox import landlock, process_tree, readable_files, seccomp, system
from kibitz.bots.remote.sandbox.limits import Layers, Limits

USER_FIRST = 1_800_000_000  # far above the users of a machine; a bot's number is added
NOBODY = 65534  # if such a user does not exist, as in many containers
CAPABILITIES = 64  # more than exist


def confine(
    limits: Limits,
    namespaces: list[str],
    number: int,
    needed: list[str] | None = None,
    own: dict[str, Any] | None = None,
) -> Layers:
    """Confine this process and return the layers in force. Never raises: failed layers are absent.

    `number` distinguishes bots that run at the same time: each gets its own user, if that user can
    read the `needed` files. A bot may also read its `own` files and list its folder.
    """
    mine: list[str] = own["files"] if own is not None else []
    listed: list[str] = [own["folder"]] if own is not None else []
    layers = Layers(namespaces=namespaces, counted=process_tree.is_countable())
    os.umask(0o077)
    layers.rlimits = _limit_resources(limits)
    readable = ["/"] if limits.reads_all else [*readable_files.of_python(), *mine]
    if os.geteuid() == 0:
        layers.uid = _become_nobody([*readable, *(needed or [])], number)
        _drop_capabilities()
    processes = limits.processes_max > 0
    counted = layers.uid > 0 or "user" in namespaces
    if _limit_processes(limits, counted=counted, alone=not processes):
        layers.rlimits.append("processes")
    with contextlib.suppress(OSError):
        # Set after the change of user, which clears it: the bot dies with its supervisor.
        system.prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)
        system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    layers.landlock = landlock.restrict(readable, listed, execute=processes)
    layers.seccomp = seccomp.install(
        processes=processes,
        writing=processes and layers.landlock > 0,
        # Many programs open /dev/null for writing; allowed if Landlock guards the rest.
        opening=layers.landlock > 0,
        signals=processes and "pid" in namespaces,
    )
    return layers


def _limit_resources(limits: Limits) -> list[str]:
    import resource

    wanted = {
        "memory": (resource.RLIMIT_AS, limits.memory_bytes_max),
        "files": (resource.RLIMIT_NOFILE, limits.open_files_max),
        "core": (resource.RLIMIT_CORE, 0),
    }
    if limits.processes_max == 0:  # programs may write to /dev/null, which some systems count
        wanted["file size"] = (resource.RLIMIT_FSIZE, 0)
    held = []
    for name, (kind, value) in wanted.items():
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))
            held.append(name)
    # macOS accepts a limit on address space but does not enforce it.
    return held if system.LINUX else [name for name in held if name != "memory"]


def _limit_processes(limits: Limits, *, counted: bool, alone: bool) -> bool:
    """The limit counts all processes of a user, so it needs a user with no others.

    A bot that may start none can always have the limit: as an ordinary user it cannot fork.
    """
    if not counted and not alone:
        return False
    import resource

    value = limits.processes_max + 1 if not alone else 16  # threads count too
    try:
        resource.setrlimit(resource.RLIMIT_NPROC, (value, value))
    except (OSError, ValueError):
        return False
    return True


def _become_nobody(readable: list[str], number: int) -> int:
    """Switch to a user that owns nothing, if it can still read Python; 0 if not."""
    if not all(_open_to_all(path) for path in readable):
        return 0
    for uid in (USER_FIRST + number % 100_000_000, NOBODY):
        with contextlib.suppress(OSError):
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            return uid
    return 0


def _open_to_all(path: str) -> bool:
    """Whether any user may read this path: the folder itself and its parents."""
    place = Path(path)
    try:
        way = all(folder.stat().st_mode & 0o001 for folder in place.parents)
        return way and bool(place.stat().st_mode & 0o004)
    except FileNotFoundError:
        return True  # nothing to read
    except OSError:
        return False


def _drop_capabilities() -> None:
    """Root that could not switch user keeps its id but loses its capabilities."""
    import ctypes

    for number in range(CAPABILITIES):
        with contextlib.suppress(OSError):
            system.prctl(system.PR_CAPBSET_DROP, number)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3, this process
    with contextlib.suppress(OSError):
        system.call("capset", header, (ctypes.c_uint32 * 6)())
