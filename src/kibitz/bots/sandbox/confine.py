"""Confinement, from inside: a process gives up all that it will not need, for good.

The order matters. Resource limits and the own user come while there is still the right to set them;
Landlock and seccomp come last, because after them hardly anything can be set.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

from kibitz.bots.sandbox import landlock, seccomp, system
from kibitz.bots.sandbox.limits import Layers, Limits

USER_FIRST = 1_800_000_000  # far above the users of a machine; a number is added
NOBODY = 65534  # where such a user does not exist, as in many containers
CAPABILITIES = 64  # more than there are
# What Python and the C library read beside Python's own folders.
SYSTEM_FILES = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/urandom",
)


def confine(
    limits: Limits, namespaces: list[str], number: int, needed: list[str] | None = None
) -> Layers:
    """Confine this process and tell by what. Nothing here raises: what fails is not held.

    `number` tells bots that run at the same time apart: each gets a user of its own,
    if that user can read the files that are `needed`.
    """
    layers = Layers(namespaces=namespaces)
    os.umask(0o077)
    layers.rlimits = _limit_resources(limits)
    readable = ["/"] if limits.reads_all else python_files()
    if os.geteuid() == 0:
        layers.uid = _become_nobody([*readable, *(needed or [])], number)
        _drop_capabilities()
    processes = limits.processes_max > 0
    counted = layers.uid > 0 or "user" in namespaces
    if _limit_processes(limits, counted=counted, alone=not processes):
        layers.rlimits.append("processes")
    with contextlib.suppress(OSError):
        # Set after the change of user, which clears it: the keeper's end is the bot's end.
        system.prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)
        system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    layers.landlock = landlock.restrict(readable, execute=processes)
    layers.seccomp = seccomp.install(
        processes=processes,
        writing=processes and layers.landlock > 0,
        # Many open /dev/null for writing: where Landlock holds the rest, they may.
        opening=layers.landlock > 0,
        signals=processes and "pid" in namespaces,
    )
    return layers


def python_files() -> list[str]:
    """The folders that Python imports from, and the system's libraries."""
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(__file__).parents[2])}
    folders |= {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    return sorted(os.path.realpath(path) for path in {*folders, *SYSTEM_FILES})


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
    # macOS takes a limit of address space and does not keep it.
    return held if system.LINUX else [name for name in held if name != "memory"]


def _limit_processes(limits: Limits, *, counted: bool, alone: bool) -> bool:
    """The limit counts all processes of a user, so it needs a user with no others.

    A bot that may start none can have the limit in any case: as an ordinary user it cannot fork.
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
    """A user that owns nothing, if such a one can still read Python; 0 if not."""
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
    """Whether a stranger may read here: the folder itself and the way to it."""
    place = Path(path)
    try:
        way = all(folder.stat().st_mode & 0o001 for folder in place.parents)
        return way and bool(place.stat().st_mode & 0o004)
    except FileNotFoundError:
        return True  # nothing to read
    except OSError:
        return False


def _drop_capabilities() -> None:
    """Root that could not become another user keeps its name and loses its powers."""
    import ctypes

    for number in range(CAPABILITIES):
        with contextlib.suppress(OSError):
            system.prctl(system.PR_CAPBSET_DROP, number)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3, this process
    with contextlib.suppress(OSError):
        system.call("capset", header, (ctypes.c_uint32 * 6)())
