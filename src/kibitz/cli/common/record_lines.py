"""Read record lines from a file or, with `-`, from stdin; blank lines are skipped.

A line may also be a game's compact text (kibitz.games.compact), which becomes a record here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from kibitz.core import files
from kibitz.core import record as records
from kibitz.core.errors import BadRecord, KibitzError
from kibitz.games import compact

STDIN = "-"


def read_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield (line number from 1, line) for each record."""
    if name == STDIN:
        yield from _lines(sys.stdin.buffer)
        return
    path = Path(name)
    with files.named(path, "read"), path.open("rb") as file:
        yield from _lines(file)


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := file.readline(records.LINE_LENGTH_MAX + 1):
        number += 1
        if len(line) > records.LINE_LENGTH_MAX:
            raise BadRecord(f"line {number} is longer than {records.LINE_LENGTH_MAX} characters")
        if line.strip():
            yield number, _as_record(number, line.strip())


def _as_record(number: int, line: bytes) -> bytes:
    """The line, or the record of the compact text in it."""
    if line.startswith(b"{"):
        return line
    try:
        state = compact.read(line.decode("ascii", "replace"))
    except KibitzError as error:
        raise BadRecord(f"line {number}: {error}") from None
    return line if state is None else str(state.record()).encode()
