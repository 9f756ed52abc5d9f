"""Names of runs and their files: checkpoints and snapshots have their step in the name."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without lookalikes
UNITS = (("B", 1_000_000_000), ("M", 1_000_000), ("k", 1_000))
NAME = re.compile(r"[^/\\\x00-\x1f.][^/\\\x00-\x1f]{0,99}")  # not hidden, on no other path
STEP = re.compile(r"_(\d+)$")
FINAL = "FINAL"
LATEST = "LATEST"
ENDING = ".safetensors"


def run_name(recipe: str) -> str:
    """Return a new name for a run."""
    return f"{recipe.upper()}_{''.join(secrets.choice(LETTERS) for _ in range(6))}"


def is_name(name: str) -> bool:
    """Whether a run may have this name: it is a folder's, and part of file names."""
    return NAME.fullmatch(name) is not None


def snapshot_name(run: str, step: int) -> str:
    """Return a snapshot's name, with the step padded to make names sort by step."""
    return f"{run}_{step:012d}{ENDING}"


def checkpoint_name(run: str, step: int | str) -> str:
    return (
        f"{run}_CHKPT_{step:012d}{ENDING}"
        if isinstance(step, int)
        else f"{run}_CHKPT_{step}{ENDING}"
    )


def step_of(file: Path) -> int:
    """Return the step in a file's name; 0 if there is none."""
    found = STEP.search(file.stem)
    return int(found[1]) if found else 0


def short_number(number: float) -> str:
    """Format a number for people: 950, 12.5k, 3.2M."""
    for letter, size in UNITS:
        if number >= size:
            return f"{number / size:.1f}{letter}"
    return f"{number:.0f}"
