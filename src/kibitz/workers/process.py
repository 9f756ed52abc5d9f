"""Start a child process that runs a module of this same package.

All our children (workers of the server and of the arena, readers) get the same environment: they
import Kibitz from where we did and use one core. A third-party bot is different: it gets nothing
of our environment (bots/remote/pipe.py).
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

LINE_BYTES_MAX = 16 * 1024 * 1024  # per answer
THREAD_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def environment() -> dict[str, str]:
    """Return our environment with our source first on the path, and one thread per library."""
    source = str(Path(__file__).parents[2])
    paths = [source, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    path = {"PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
    return dict(os.environ) | dict.fromkeys(THREAD_LIMITS, "1") | path


def command(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


async def start(module: str, *arguments: str) -> asyncio.subprocess.Process:
    """Start a child for an event loop. Its stderr is discarded, because it may name cards."""
    return await asyncio.create_subprocess_exec(
        *command(module, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environment(),
        limit=LINE_BYTES_MAX,
        start_new_session=True,  # Ctrl-C goes to the parent, which stops its children
    )


def popen(module: str, *arguments: str, stderr: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start a child for threads, with its stderr sent to `stderr`."""
    return subprocess.Popen(
        command(module, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=environment(),
        start_new_session=True,
    )
