"""The runs' folder: which runs there are, and what each is doing.

    runs/<run>/            a run of `kibitz train`; its id is its name
    runs/<league>/<agent>/ an agent of a league; its id is league:agent
    runs/bots/             snapshots that were made into bots (players.py)
    runs/presets/          named settings (presets.py)

Ids and file names from outside are checked against patterns and must lie inside the folder, so no
path leads out of it. A run's state comes from its status.json and from whether its process lives:
one that ended without reporting it has crashed.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from kibitz.core.errors import KibitzError
from kibitz.core.files import BadFile, read, write_atomic
from kibitz.learning.run_folder import Folder
from kibitz.server.training import processes

PART = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"
RUN_ID = rf"^{PART}(:{PART})?$"
FILE_NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,150}\.safetensors$"
RESERVED = ("bots", "presets")
PROCESS = "process.json"  # which process was started for a run or a job
JSON_BYTES_MAX = 8 << 20
LIVE = ("starting", "running", "paused", "evaluating", "stopping")
SILENT_SECONDS_MAX = 120.0  # for a run that does not report its process id


class UnknownRun(KibitzError):
    """There is no such run, or it has no such file."""

    code = "unknown_run"


class RunBusy(KibitzError):
    """The run is in a state that does not allow this."""

    code = "run_busy"


@dataclass(frozen=True)
class RunState:
    """What a run is doing."""

    state: str  # one of LIVE, stopped, finished, crashed or new
    status: Mapping[str, Any] = field(default_factory=dict)
    process: psutil.Process | None = None

    @property
    def is_live(self) -> bool:
        return self.process is not None


class Runs:
    """All runs of one folder."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()

    def ids(self) -> Iterator[str]:
        """Iterate over the ids of all runs, agents of leagues included."""
        for path in _folders(self.root):
            if _is_run(path):
                yield path.name
            elif (path / "league.toml").is_file():
                yield from (f"{path.name}:{p.name}" for p in _folders(path) if _is_run(p))

    def leagues(self) -> list[Path]:
        return [path for path in _folders(self.root) if (path / "league.toml").is_file()]

    def path(self, run: str) -> Path:
        """Return the path of an id, whether or not there is such a run."""
        parts = run.split(":")
        if not re.fullmatch(RUN_ID, run) or parts[0] in RESERVED:
            raise UnknownRun(f"{run[:64]!r} is not the name of a run")
        path = self.root.joinpath(*parts)
        if not path.resolve().is_relative_to(self.root.resolve()):
            raise UnknownRun(f"{run} is outside the folder of runs")
        return path

    def folder(self, run: str) -> Folder:
        """Return the folder of a run; raise UnknownRun if there is none."""
        path = self.path(run)
        if not _is_run(path):
            raise UnknownRun(f"there is no run {run}")
        return Folder(path)

    def file(self, run: str, name: str) -> Path:
        """Return a snapshot or checkpoint of a run by its file name."""
        folder = self.folder(run)
        if re.fullmatch(FILE_NAME, name):
            for place in (folder.snapshots, folder.checkpoints):
                if (place / name).is_file():
                    return place / name
        raise UnknownRun(f"{run} has no file {name[:64]!r}")


def _folders(root: Path) -> list[Path]:
    try:
        found = sorted(root.iterdir())
    except OSError:
        return []
    return [
        p for p in found if p.is_dir() and re.fullmatch(PART, p.name) and p.name not in RESERVED
    ]


def _is_run(path: Path) -> bool:
    return (path / "about.json").is_file() or (path / PROCESS).is_file()


def mapping(file: Path) -> dict[str, Any]:
    """Return the object in a JSON file; empty if it is missing or damaged."""
    try:
        held = json.loads(read(file, JSON_BYTES_MAX) or b"null")
    except (BadFile, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def remember(file: Path, pid: int, command: Sequence[str], **about: str) -> None:
    """Note which process was started for a run, a league or a job."""
    held = {"pid": pid, "started": time.time(), "command": list(command), **about}
    write_atomic(file, json.dumps(held) + "\n")


def state_of(folder: Folder) -> RunState:
    """Return what a run is doing."""
    status, launched = mapping(folder.status), mapping(folder.path / PROCESS)
    updated, started = float(status.get("updated") or 0), float(launched.get("started") or 0)
    if started > updated:
        process = processes.find(launched.get("pid"), started)
        return RunState("crashed" if process is None else "starting", status, process)
    if not status:
        return RunState("new")
    said, pid = str(status.get("state")), status.get("pid")
    process = processes.find(pid, updated)
    if said in ("stopped", "finished"):
        return RunState(said, status, process)
    if process is None:
        fresh = pid is None and time.time() - updated < SILENT_SECONDS_MAX
        return RunState(said if fresh and said != "failed" else "crashed", status)
    if said == "failed":
        return RunState("crashed", status, process)
    return RunState("stopping" if folder.command() == "stop" else said, status, process)
