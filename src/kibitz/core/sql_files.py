"""SQLite files as a whole: read without changing them, copy while in use, publish, swap.

Nothing here overwrites a file. A copy is written under a temporary name, flushed, and then linked
to its name, which fails if the name is taken. A swap first folds the old file's write-ahead log
into it (a log left behind would be applied to the new file), keeps the old file under another name,
and only then renames the new one over it. After `kill -9` at any point there is either the old
file or the new one, complete, and at worst a temporary file that starts with a dot.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kibitz.core.errors import KibitzError
from kibitz.core.files import ASIDE_MAX, BadFile, named, sync_folder
from kibitz.core.sql import BadStore

PROBLEMS_MAX = 20  # of an integrity check that are reported


class StoreExists(KibitzError):
    """There is something already where a store or a backup would be written."""

    code = "store_exists"


class StoreBusy(KibitzError):
    """Another process has the store open."""

    code = "store_busy"


@contextlib.contextmanager
def readable(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a file for reading only; a copy on other media stays as it is."""
    if not file.is_file():
        raise BadStore(f"there is no store {file}")
    try:
        connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise BadStore(f"cannot open {file}: {error}") from None
    connection.text_factory = lambda data: data.decode(errors="replace")
    try:
        yield connection
    finally:
        connection.close()


def problems(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds wrong with the structure of a file; nothing if it is sound."""
    try:
        found = connection.execute(f"PRAGMA integrity_check({PROBLEMS_MAX})").fetchall()
        found += [
            (f"a row of {row[0]} refers to a missing row of {row[2]}",)
            for row in connection.execute("PRAGMA foreign_key_check").fetchmany(PROBLEMS_MAX)
        ]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    lines = [line for row in found for line in str(row[0]).splitlines()]
    return [line for line in lines if line != "ok" and not line.startswith("***")]


def table_names(connection: sqlite3.Connection) -> set[str]:
    """Return the tables of a file; none if not even those can be read."""
    with contextlib.suppress(sqlite3.DatabaseError):
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        return {str(row[0]) for row in connection.execute(query)}
    return set()


@contextlib.contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Give a temporary file beside the target, for its owner only, which is removed in the end."""
    with named(target, "write"):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
    try:
        yield Path(name)
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                Path(name + ending).unlink()


def snapshot(connection: sqlite3.Connection, copy: Path) -> None:
    """Copy a store that others may be writing to, as it is at this moment.

    All pages in one step: readers of a write-ahead log keep nobody waiting.
    """
    with contextlib.closing(sqlite3.connect(copy)) as made:
        try:
            connection.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        except sqlite3.Error as error:
            raise BadStore(f"cannot copy the store: {error}") from None


def publish(copy: Path, target: Path) -> None:
    """Give a finished temporary file its name, unless something has that name."""
    _flush(copy)
    with named(target, "write"):
        try:
            os.link(copy, target)
        except FileExistsError:
            raise StoreExists(f"{target} exists already; nothing was written") from None
        sync_folder(target.parent)


def swap(copy: Path, target: Path, word: str) -> Path | None:
    """Put a finished temporary file in the place of a store, and return where the old one is."""
    if not target.exists():
        publish(copy, target)
        return None
    _fold(target)
    with named(target, "replace"):
        copy.chmod(stat.S_IMODE(target.stat().st_mode))  # whoever could read it still can
    _flush(copy)
    aside = _keep(target, word)
    with named(target, "replace"):
        copy.replace(target)
        sync_folder(target.parent)
    return aside


def _fold(file: Path) -> None:
    """Write the log of a store into the store, which needs it alone, and remove the log."""
    with contextlib.closing(sqlite3.connect(file, timeout=1.0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE").fetchall()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise StoreBusy(f"{file} is in use; stop what uses it first") from None
            raise BadStore(f"cannot close {file}: {error}") from None
        except sqlite3.DatabaseError:
            pass  # so damaged that it has no log to speak of: it is set aside as it is
    with named(file, "close"):
        for ending in ("-wal", "-shm"):
            log = Path(f"{file}{ending}")
            if log.exists():
                _move(log, f"{ending}.unread")


def _move(file: Path, ending: str) -> None:
    file.rename(file.with_name(file.name + ending))


def _keep(file: Path, word: str) -> Path:
    """Link a file to `name.word-N.ext` with the first free N, and return that path."""
    with named(file, "keep"):
        for number in range(1, ASIDE_MAX + 1):
            aside = file.with_name(f"{file.stem}.{word}-{number}{file.suffix}")
            with contextlib.suppress(FileExistsError):
                os.link(file, aside)
                sync_folder(file.parent)
                return aside
    raise BadFile(f"cannot keep {file}: there are {ASIDE_MAX} such files already")


def _flush(file: Path) -> None:
    with named(file, "write"), file.open("rb") as opened:
        os.fsync(opened.fileno())
