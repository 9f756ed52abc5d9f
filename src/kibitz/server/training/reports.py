"""Runs as the page shows them: summaries, files, evaluations, and what is new since an offset."""

from __future__ import annotations

import shutil
from typing import Any

from kibitz import games
from kibitz.core.errors import KibitzError
from kibitz.learning import checkpoint, metrics
from kibitz.learning.errors import BadRun, ForeignCheckpoint
from kibitz.learning.naming import ENDING, step_of
from kibitz.learning.run_folder import Folder
from kibitz.server.training import cleaning, forms, jobs, launch, processes, tail
from kibitz.server.training.runs import PROCESS, Runs, RunState, mapping, state_of

POINTS_MAX = 10_000  # rows of metrics sent at once
LINES = 400  # of a log
FLOATS = ("win_rate", "low", "high", "even", "score", "margin", "winner_mean")


class RunReports:
    """Reports runs to the page; it remembers only how much CPU time each had used."""

    def __init__(self, runs: Runs) -> None:
        self.runs = runs
        self.meter = processes.Meter()

    def all(self) -> dict[str, Any]:
        report = [self.summary(run) for run in self.runs.ids()]
        report.sort(key=lambda one: -max(one["updated"], one["created"]))
        disk = shutil.disk_usage(self.runs.root if self.runs.root.exists() else "/")
        machine = processes.machine() | {"disk": disk.used, "disk_total": disk.total}
        return {"runs": report, "machine": machine}

    def summary(self, run: str) -> dict[str, Any]:
        folder = self.runs.folder(run)
        now = state_of(folder)
        return self._summary(run, folder, now)

    def _summary(self, run: str, folder: Folder, now: RunState) -> dict[str, Any]:
        game, what = _who(folder)
        status = now.status
        use = None if now.process is None else self.meter.use(now.process)
        launched = mapping(folder.path / PROCESS)
        return {
            "run": run,
            "game": game,
            "title": _title(game),
            "recipe": what,
            "state": now.state,
            "stage": str(status.get("stage") or ""),
            "step": int(status.get("step") or 0),
            "progress": float(status.get("progress") or 0),
            "seconds": float(status.get("seconds") or 0),
            "seconds_left": status.get("seconds_left"),
            "steps_per_second": float(status.get("steps_per_second") or 0),
            "created": _created(folder),
            "updated": float(status.get("updated") or launched.get("started") or 0),
            "error": str(status.get("error") or ""),
            "bytes": cleaning.size(folder.path),
            "cpu": None if use is None else use.cpu,
            "memory": None if use is None else use.memory,
        }

    def run(self, run: str) -> dict[str, Any]:
        """Return a run in full."""
        folder = self.runs.folder(run)
        launched = mapping(folder.path / PROCESS).get("command")
        words = launched or launch.resume_words(folder.path, {})
        return {
            "summary": self.summary(run),
            "command": forms.shown_command([str(word) for word in words]),
            "values": _values(folder),
            "files": files(folder),
            "jobs": [job | {"cells": _job_cells(job)} for job in jobs.every(folder)],
            "evaluations": evaluations(folder),
            "lines": tail.last_lines(folder.log, LINES),
        }

    def live(self, run: str, offset: int) -> dict[str, Any]:
        """Return what is new in a run since an offset of its metrics."""
        folder = self.runs.folder(run)
        now = state_of(folder)
        status = now.status
        rows, reached, again = tail.rows_from(folder.metrics, offset)
        return {
            "summary": self._summary(run, folder, now),
            "offset": reached,
            "again": again,
            "rows": tail.columns(tail.thinned(rows, POINTS_MAX)),
            "pool": status.get("pool") or [],
            "picks": status.get("picks") or [],
            "win_rates": status.get("win_rates") or {},
            "count_weights": status.get("count_weights") or {},
            "notice": str(status.get("notice") or ""),
            "evaluations": len(metrics.evaluations(folder.evaluations)),
            "lines": tail.last_lines(folder.log, LINES),
        }


def _who(folder: Folder) -> tuple[str, str]:
    """Return game and recipe; before the run has written them, from its command."""
    try:
        game, what, _ = folder.who()
    except BadRun:
        words = [str(word) for word in mapping(folder.path / PROCESS).get("command", [])]
        game, what = (*words[1:3], "", "")[:2] if words[:1] == ["train"] else ("", "")
    return game, what


def _title(game: str) -> str:
    try:
        return games.find(game).title
    except KibitzError:  # of a plug-in that is gone
        return game


def _created(folder: Folder) -> float:
    for file in (folder.config, folder.path / PROCESS):
        if file.exists():
            return file.stat().st_mtime
    return 0.0


def _values(folder: Folder) -> dict[str, str]:
    try:
        game, what, _ = folder.who()
        return forms.values_in(folder.config, game, what)
    except KibitzError:  # not written yet, or by another version
        return {}


def files(folder: Folder) -> list[dict[str, Any]]:
    """Return all snapshots and checkpoints, the newest first."""
    found = []
    for kind, place in (("snapshot", folder.snapshots), ("checkpoint", folder.checkpoints)):
        for file in place.glob(f"*{ENDING}"):
            try:
                about = file.stat()
                numbered = file.stem.rpartition("_")[2].isdigit()
                step = step_of(file) if numbered else checkpoint.look(file).step
            except (OSError, ForeignCheckpoint):  # replaced meanwhile, or damaged
                continue
            report = {"name": file.name, "kind": kind, "step": step}
            found.append(report | {"bytes": about.st_size, "written": about.st_mtime})
    return sorted(found, key=lambda file: (-int(file["step"]), str(file["kind"])))


def evaluations(folder: Folder) -> list[dict[str, Any]]:
    """Return the rows of eval.csv, for greedy play."""
    rows = metrics.evaluations(folder.evaluations)
    return [_cell(row) for row in rows if row["greedy"] == "True"]


def _cell(row: Any) -> dict[str, Any]:
    bids = row.get("bid_accuracy")
    return {
        "step": int(row.get("step") or 0),
        "opponent": str(row["opponent"]),
        "players": int(row["players"]),
        "games": int(row["games"]),
        **{name: float(row[name] or 0) for name in FLOATS},
        "bid_accuracy": None if bids in ("", None) else float(bids),
    }


def _job_cells(job: dict[str, Any]) -> list[dict[str, Any]] | None:
    cells = job["cells"]
    return None if cells is None else [_cell(cell) for cell in cells]
