"""How to begin a run, and how to resume one.

Each start is noted in the run's folder as a command with the commit of the sources, so that what
trained a network can be looked up later.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from kibitz.core.files import Lock
from kibitz.learning import checkpoint, config, naming, recipe, run_folder
from kibitz.learning.checkpoint import Checkpoint
from kibitz.learning.config import BadConfig
from kibitz.learning.cores import cores
from kibitz.learning.errors import BadRun
from kibitz.learning.recipe import Recipe
from kibitz.learning.run import Run

FIXED = ("name", "init_weights")  # settings that a resumed run cannot change


def begun(chosen: Recipe, file: Path | None, sets: Sequence[str], runs: Path) -> Run:
    """Create a new run in its own folder under `runs`."""
    settings = config.resolve(chosen.settings(), file, [*chosen.start(), *sets])
    name = settings.name or naming.run_name(chosen.what)
    if not naming.is_name(name):
        raise BadConfig(f"the name of a run is a folder name, without / or \\, not {name!r}")
    where = run_folder.Folder(runs / name)
    if where.about.exists():
        if any(where.checkpoints.glob(f"*{naming.ENDING}")):
            raise BadRun(f"{where.path} already exists: --resume it, or choose another name")
        # Killed before its first checkpoint, so there is nothing to resume; but maybe still alive.
        Lock(where.lock, f"the run {where.path}").release()
    run = recipe.build(chosen, settings, where, name)
    config.write(where.config, settings)
    where.describe(chosen.game, chosen.what, name)
    words = [chosen.game, chosen.what] + ([] if file is None else ["--config", str(file)])
    where.note(_command([*words, *_sets(sets)]), source_commit())
    return run


def _sets(sets: Sequence[str]) -> list[str]:
    return [word for one in sets for word in ("--set", one)]


def _command(words: Sequence[str]) -> str:
    """Return a command line, with the number of cores that it had."""
    return f"{shlex.join(['kibitz', 'train', *words])}  # {cores()} core(s)"


def source_commit() -> str:
    """Return the commit of the sources, if they are in a Git checkout; "+" marks local changes."""
    git = ["git", "-C", str(Path(__file__).parent)]
    try:
        found = subprocess.run(
            [*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True
        )
        changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", "."], check=False)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip() + ("+" if changed.returncode else "")


def resumed(
    path: Path, sets: Sequence[str] = (), game: str | None = None, file: Path | None = None
) -> tuple[Run, Checkpoint]:
    """Return a run and the checkpoint to resume from: the newest, or the given one.

    Settings given now, in a file or one by one, override those of the run and are saved there.
    """
    where = run_folder.of(path)
    of_game, what, name = where.who()
    if game is not None and game != of_game:
        raise BadRun(f"{where.path} is a run of {of_game}, not of {game}")
    chosen = recipe.find(of_game, what)
    held = config.resolve(chosen.settings(), where.config)
    settings = config.resolve(chosen.settings(), file, sets, held)
    for fixed in FIXED:
        if getattr(settings, fixed) != getattr(held, fixed):
            raise BadConfig(f"{fixed} is only for a new run: a resumed one keeps its own")
    found = checkpoint.look(path) if path.is_file() else checkpoint.newest(where.checkpoints)
    if found is None:
        raise BadRun(f"{where.checkpoints} has no checkpoint to resume from: begin a new run")
    run = recipe.build(chosen, settings, where, name, resumes=True)
    run.check(found)  # before anything is written: a refused change leaves the run as it was
    if settings != held:
        config.write(where.config, settings)
    words = ["--resume", name] + ([] if file is None else ["--config", str(file)])
    where.note(_command([*words, *_sets(sets)]), source_commit())
    return run, found
