"""Disk use of runs, and how to free it."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from kibitz.learning import checkpoint
from kibitz.learning.naming import ENDING
from kibitz.learning.run_folder import Folder
from kibitz.server.training.runs import RunBusy, Runs, state_of

MEASURED_SECONDS = 10.0  # until a folder is measured again

_measured: dict[Path, tuple[float, int]] = {}


def size(path: Path) -> int:
    """Return the bytes of all files in a folder, at most ten seconds old."""
    now = time.monotonic()
    when, known = _measured.get(path, (-MEASURED_SECONDS, 0))
    if now - when >= MEASURED_SECONDS:
        known = _sum(path)
        _measured[path] = (now, known)
    return known


def _sum(path: Path) -> int:
    total = 0
    for where, _, names in os.walk(path):
        for name in names:
            try:
                total += (Path(where) / name).stat().st_size
            except OSError:  # replaced meanwhile
                continue
    return total


def clean(folder: Folder, checkpoints: int | None, snapshots: int | None) -> int:
    """Delete all but the newest numbered checkpoints and snapshots; return the bytes freed."""
    before = _sum(folder.path)
    if checkpoints is not None:
        checkpoint.prune(folder.checkpoints, checkpoints)
    if snapshots is not None:
        files = sorted(folder.snapshots.glob(f"*{ENDING}"))
        for file in files[: max(0, len(files) - snapshots)]:
            file.unlink(missing_ok=True)
    _measured.pop(folder.path, None)
    return before - _sum(folder.path)


def delete(runs: Runs, run: str) -> None:
    """Delete a run that is not running, with everything in its folder."""
    folder = runs.folder(run)
    if state_of(folder).is_live:
        raise RunBusy(f"{run} is running: stop it first")
    shutil.rmtree(folder.path)
    _measured.pop(folder.path, None)
