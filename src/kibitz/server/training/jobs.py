"""Jobs about one snapshot or checkpoint: evaluate it, or put it on the leaderboard.

Each is a detached command (`kibitz evaluate`, `kibitz arena gauntlet`) with a folder of its own in
the run's folder: `jobs/<id>/` holds process.json, the output and the log. So a job outlives the
server as a run does, and its result stays with the run.
"""

from __future__ import annotations

import json
import secrets
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz.core.files import BadFile, read
from kibitz.learning.run_folder import Folder
from kibitz.server.training import processes, tail
from kibitz.server.training.runs import (
    JSON_BYTES_MAX,
    PROCESS,
    RunBusy,
    UnknownRun,
    mapping,
    remember,
)

JOBS_MAX = 50  # kept for a run
LINES = 12  # of a failed job's log


def begin(folder: Folder, kind: str, file: str, words: Sequence[str]) -> str:
    """Start `kibitz WORDS`; return the job's id."""
    kept = sorted(_folders(folder), key=lambda path: path.stat().st_mtime)
    if any(_process(path) is not None for path in kept):
        raise RunBusy("another job of this run is still running: wait for it, or stop it")
    for old in kept[: max(0, len(kept) - JOBS_MAX + 1)]:
        shutil.rmtree(old, ignore_errors=True)
    job = secrets.token_hex(6)
    path = folder.path / "jobs" / job
    path.mkdir(parents=True)
    command = [sys.executable, "-m", "kibitz", *words]
    pid = processes.start(command, path / "log", path / "output")
    remember(path / PROCESS, pid, words, job=kind, of=file)
    return job


def every(folder: Folder) -> list[dict[str, Any]]:
    """Return all jobs of a run, the latest first."""
    report = [_report(path) for path in _folders(folder)]
    return sorted(report, key=lambda job: -job["started"])


def stop(folder: Folder, job: str) -> None:
    for path in _folders(folder):
        if path.name == job:
            about = mapping(path / PROCESS)
            (path / "stopped").touch()
            processes.end(int(about["pid"]), float(about["started"]))
            return
    raise UnknownRun("there is no such job")


def _folders(folder: Folder) -> list[Path]:
    return [path.parent for path in (folder.path / "jobs").glob(f"*/{PROCESS}")]


def _process(path: Path) -> Any:
    about = mapping(path / PROCESS)
    return processes.find(about.get("pid"), float(about.get("started") or 0))


def _report(path: Path) -> dict[str, Any]:
    about = mapping(path / PROCESS)
    result = None
    if _process(path) is not None:
        state = "running"
    else:
        result = _result(path / "output")
        stopped = (path / "stopped").exists()
        state = "done" if result is not None else "stopped" if stopped else "failed"
    return {
        "job": path.name,
        "kind": about.get("job", ""),
        "file": about.get("of", ""),
        "state": state,
        "started": float(about.get("started") or 0),
        "cells": result.get("cells") if isinstance(result, dict) else None,
        "lines": tail.last_lines(path / "log", LINES) if state == "failed" else [],
    }


def _result(file: Path) -> Any:
    """Return what the command printed as JSON; None if it did not get that far."""
    try:
        return json.loads(read(file, JSON_BYTES_MAX) or b"null")
    except (BadFile, ValueError):
        return None
