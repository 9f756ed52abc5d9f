"""Metrics of a run: a JSON line per update, a CSV of evaluations, status, TensorBoard.

`metrics.jsonl` and `eval.csv` are append-only; after a kill the last line may be incomplete: it is
skipped, and a resumed run begins a new line. `status.json` is replaced as a whole, at most twice a
second. TensorBoard events are written if the package is installed; nothing depends on it.
"""

from __future__ import annotations

import csv
import functools
import io
import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.learning.checkpoint import guard
from kibitz.learning.run_folder import Folder

STATUS_SECONDS = 0.5
EVAL_COLUMNS = (
    "step", "opponent", "players", "games", "win_rate", "low", "high", "even", "score", "margin",
    "winner_mean", "winner_min", "winner_max", "bid_accuracy", "greedy",
)  # fmt: skip
EVENTS = ("win_rate", "score", "bid_accuracy")  # of an evaluation, for TensorBoard


class Metrics:
    """Where a run reports its metrics."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._status_at = 0.0
        for file in (folder.metrics, folder.evaluations):
            guard(functools.partial(_end_line, file), file)
        self._events = _tensorboard(folder.tensorboard)

    def update(self, step: int, stage: str, seconds: float, figures: Mapping[str, float]) -> None:
        row = {"step": step, "stage": stage, "seconds": round(seconds, 2)} | _finite(figures)
        line = json.dumps(row) + "\n"

        def write() -> None:
            with self.folder.metrics.open("a", encoding="utf-8") as file:
                file.write(line)

        guard(write, self.folder.metrics)
        if self._events is not None:
            for name, value in figures.items():
                self._events.add_scalar(f"{stage}/{name}", value, step)

    def evaluation(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Append rows to eval.csv."""
        file = self.folder.evaluations
        lines = [] if file.exists() else [",".join(EVAL_COLUMNS)]
        lines += [_csv(row) for row in rows]
        guard(functools.partial(_append, file, lines), file)
        for row in rows if self._events is not None else ():
            cell = f"{row['opponent']}_{row['players']}p"
            for figure in EVENTS:
                if row.get(figure) is not None:
                    self._events.add_scalar(f"eval_{figure}/{cell}", row[figure], row["step"])

    def is_evaluated(self, step: int) -> bool:
        """Whether eval.csv has an evaluation of this step."""
        return any(row["step"] == str(step) for row in evaluations(self.folder.evaluations))

    def status(self, status: Mapping[str, Any], force: bool = False) -> None:
        now = time.monotonic()
        if not force and now - self._status_at < STATUS_SECONDS:
            return
        self._status_at = now
        file = self.folder.status
        text = json.dumps(_finite(status)) + "\n"
        guard(functools.partial(_replace, file, text), file)

    def close(self) -> None:
        if self._events is not None:
            self._events.close()


def _end_line(file: Path) -> None:
    """End a line that a kill cut off, so that the next one stays readable."""
    if not file.exists() or not file.stat().st_size:
        return
    with file.open("rb+") as held:
        held.seek(-1, 2)
        if held.read(1) != b"\n":
            held.write(b"\n")


def _append(file: Path, lines: Sequence[str]) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write("".join(f"{line}\n" for line in lines))


def _replace(file: Path, text: str) -> None:
    """Replace a file atomically, without flushing it to disk: it is soon out of date."""
    new = file.with_name(f".{file.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)


def rows(file: Path) -> Iterator[dict[str, Any]]:
    """Iterate over the complete lines of metrics.jsonl."""
    if not file.exists():
        return
    with file.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                continue


def evaluations(file: Path) -> list[dict[str, str]]:
    """Return the complete rows of eval.csv."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row.get("greedy") in ("True", "False")]


def _csv(row: Mapping[str, Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([_cell(row.get(c)) for c in EVAL_COLUMNS])
    return text.getvalue()


def _cell(value: Any) -> Any:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    return f"{value:.6g}" if isinstance(value, float) else value


def _finite(value: Any) -> Any:
    """Replace NaN and infinity with null, since JSON has neither."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(inner) for inner in value]
    return value


def _tensorboard(folder: Path) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder))
