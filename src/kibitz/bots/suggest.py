"""Suggestions for a name that nothing has: a similar name, or a file whose suffix was left out."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

from kibitz.core import files

SUFFIXES = (".py", ".toml")
ALIKE = 0.6  # of difflib's ratio: smple finds simple, not ga


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a hint: a file that is there, or "did you mean ...?" with similar names; else ""."""
    there = [f"{name}{suffix}" for suffix in SUFFIXES if files.is_there(Path(f"{name}{suffix}"))]
    if there:
        return f"name the file with its suffix: {there[0]}"
    found = difflib.get_close_matches(name, list(known), n=3, cutoff=ALIKE)
    return f"did you mean {' or '.join(found)}?" if found else ""


def nearest_file(path: Path) -> str:
    """Return "did you mean ...?" for a missing file, from the files of its folder; else ""."""
    try:
        beside = [file.name for file in path.parent.iterdir() if file.suffix in SUFFIXES]
    except OSError:
        return ""
    found = difflib.get_close_matches(path.name, beside, n=3, cutoff=ALIKE)
    return f"did you mean {' or '.join(str(path.with_name(n)) for n in found)}?" if found else ""
