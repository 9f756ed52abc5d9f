"""Landlock: restricts the files that this process may open, whichever user it runs as.

Linux 5.13 and newer (landlock(7)); later ABI versions add the network and signals. Only /dev/null
may be written; readable_files.py lists what may be read.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from kibitz.bots.remote.sandbox import system

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every architecture
ASK_VERSION = 1
PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}  # by ABI version
RIGHTS_5 = (1 << 16) - 1
TCP = (1 << 0) | (1 << 1)  # bind and connect, from version 4
SCOPES = (1 << 0) | (1 << 1)  # abstract sockets and signals of others, from version 6
NULL = "/dev/null"


class Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """The ABI version; 0 if unavailable."""
    try:
        return system.syscall(CREATE_RULESET, None, 0, ASK_VERSION)
    except OSError:
        return 0


def restrict(readable: list[str], listed: list[str], *, execute: bool) -> int:
    """Irrevocably confine this process; return the ABI version used, or 0 on failure."""
    found = version()
    if not found:
        return 0
    rights = RIGHTS.get(found, RIGHTS[3] if found == 4 else RIGHTS_5)
    attributes = Ruleset(rights, TCP if found >= 4 else 0, SCOPES if found >= 6 else 0)
    size = 8 if found < 4 else 16 if found < 6 else 24
    try:
        ruleset = system.syscall(CREATE_RULESET, ctypes.byref(attributes), size, 0)
        try:
            for path in readable:
                _allow(ruleset, path, READ_FILE | READ_DIR | (EXECUTE if execute else 0))
            for folder in listed:  # the names in it, not the contents
                _allow(ruleset, folder, READ_DIR)
            _allow(ruleset, NULL, READ_FILE | WRITE_FILE)
            system.syscall(RESTRICT_SELF, ruleset, 0)
        finally:
            os.close(ruleset)
    except OSError:
        return 0
    return found


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Allow access to a folder or file; a missing one is skipped."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not Path(path).is_dir():
        rights &= ~READ_DIR
    try:
        beneath = PathBeneath(rights, handle)
        system.syscall(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(beneath), 0)
    finally:
        os.close(handle)
