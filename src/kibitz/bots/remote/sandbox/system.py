"""The few Linux system calls that Python does not wrap, through ctypes.

They all fail on other systems; the layers above are then reported as absent.
"""

from __future__ import annotations

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

LINUX = sys.platform == "linux"


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library; return its result or raise OSError."""
    if not LINUX:
        raise OSError(f"{name} exists only on Linux")
    library = ctypes.CDLL(None, use_errno=True)
    function = getattr(library, name, None)
    if function is None:
        raise OSError(f"this C library has no {name}")
    function.restype = ctypes.c_long
    result = int(function(*arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)
    return result


def prctl(option: int, *arguments: object) -> None:
    """Call prctl; missing arguments are zero, as some options require."""
    words = [ctypes.c_ulong(x) if isinstance(x, int) else x for x in arguments]
    zeroes = [ctypes.c_ulong(0)] * (4 - len(words))
    call("prctl", ctypes.c_int(option), *words, *zeroes)


def syscall(number: int, *arguments: object) -> int:
    words = [ctypes.c_long(x) if isinstance(x, int) else x for x in arguments]
    return call("syscall", ctypes.c_long(number), *words)
