"""Which files a confined bot may read: Python's own and the system's libraries.

Its own files, those beside the bot file, are added by `own_files.py` in the folder above;
`confine.py` applies the list.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

# What Python and the C library read besides Python's own folders.
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


def of_python() -> list[str]:
    """The folders that Python imports from, and the system's libraries."""
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(__file__).parents[3])}
    folders |= {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    return sorted(os.path.realpath(path) for path in {*folders, *SYSTEM_FILES})
