"""Start and resume runs, each as a detached `kibitz train` with its output in its own log."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kibitz.core.errors import KibitzError
from kibitz.learning import naming
from kibitz.server.training import forms, processes
from kibitz.server.training.runs import PROCESS, RunBusy, Runs, remember, state_of

RUNS_MAX = 8  # at once


class TooManyRuns(KibitzError):
    """The server already has as many active runs as it allows."""

    code = "too_many_runs"


def check_room(runs: Runs) -> None:
    live = sum(state_of(runs.folder(run)).is_live for run in runs.ids())
    if live >= RUNS_MAX:
        raise TooManyRuns(f"{live} runs are already active; stop one first")


def new_words(
    game: str, what: str, name: str, values: Mapping[str, str], weights: Path | None
) -> list[str]:
    """Return the words of the command that starts a run."""
    words = ["train", game, what, "--name", name]
    if weights is not None:
        words += ["--init-weights", str(weights)]
    return words + _sets(values)


def resume_words(path: Path, values: Mapping[str, str]) -> list[str]:
    """Return the words of the command that resumes a run, or one of its checkpoints."""
    return ["train", "--resume", str(path), *_sets(values)]


def _sets(values: Mapping[str, str]) -> list[str]:
    return [word for one in forms.sets_of(values) for word in ("--set", one)]


def begin(
    runs: Runs,
    game: str,
    what: str,
    name: str | None,
    values: Mapping[str, str],
    weights: Path | None = None,
    config: Path | None = None,
) -> str:
    """Start a new run; return its id."""
    forms.check_torch()
    forms.check(game, what, values, config)
    check_room(runs)
    name = name or naming.run_name(what)
    path = runs.path(name)
    if ":" in name or path.exists():
        raise RunBusy(f"there is already a run {name}: resume it, or choose another name")
    words = [*new_words(game, what, name, values, weights), "--output", str(runs.root)]
    words += [] if config is None else ["--config", str(config.absolute())]
    spawn(path, words)
    return name


def resume(runs: Runs, run: str, values: Mapping[str, str], file: Path | None = None) -> None:
    """Resume a stopped run, from its newest checkpoint or from a given one."""
    forms.check_torch()
    folder = runs.folder(run)
    if state_of(folder).is_live:
        raise RunBusy(f"{run} is running or still stopping: try again in a moment")
    game, what, _ = folder.who()
    forms.check(game, what, values)
    check_room(runs)
    spawn(folder.path, resume_words(file or folder.path, values))


def spawn(path: Path, words: Sequence[str]) -> None:
    """Start `kibitz WORDS` for the run in this folder."""
    log = path / "log"
    pid = processes.start([sys.executable, "-m", "kibitz", *words], log)
    remember(path / PROCESS, pid, words)
