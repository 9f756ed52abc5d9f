"""The end of files that grow: new rows of metrics.jsonl, the last lines of a log."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from kibitz.core.files import named

READ_BYTES_MAX = 256 << 20  # of metrics at once: about a million updates
LOG_BYTES = 64 << 10

Rows = list[dict[str, Any]]


def rows_from(file: Path, offset: int) -> tuple[Rows, int, bool]:
    """Return complete rows from a byte offset, the next offset, and whether it began again at 0.

    It begins again if the file has become shorter: another run of the same name.
    """
    with named(file, "read"):
        try:
            size = file.stat().st_size
        except FileNotFoundError:
            return [], 0, offset > 0
        again = offset > size
        start = 0 if again else offset
        with file.open("rb") as data:
            data.seek(start)
            text = data.read(READ_BYTES_MAX)
    end = text.rfind(b"\n") + 1
    found = []
    for line in text[:end].splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and isinstance(row.get("step"), int):
            found.append(row)
    return found, start + end, again


def thinned(rows: Rows, most: int) -> Rows:
    """Return at most `most` rows, evenly spread, with the last one."""
    if len(rows) <= most:
        return rows
    step = (len(rows) - 1) / (most - 1)
    return [rows[round(i * step)] for i in range(most)]


def columns(rows: Rows) -> dict[str, list[Any]]:
    """Turn rows into columns; a value that a row lacks is null."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def last_lines(file: Path, count: int) -> list[str]:
    """Return the last lines of a text file; none if there is no file."""
    with named(file, "read"):
        try:
            with file.open("rb") as data:
                size = data.seek(0, os.SEEK_END)
                data.seek(max(0, size - LOG_BYTES))
                text = data.read(LOG_BYTES)
        except FileNotFoundError:
            return []
    lines = text.decode(errors="replace").replace("\r", "\n").split("\n")
    return [line.rstrip() for line in lines if line.strip()][-count:]
