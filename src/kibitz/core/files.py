"""Crash-safe files: written completely or not at all, and never discarded when damaged.

`write_atomic` writes a temporary file in the same folder, flushes it to disk, renames it over the
old file and flushes the folder. A concurrent reader, or one after `kill -9`, finds either the old
content or the new. Every failure is raised as BadFile with the path and the reason.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kibitz.core.errors import KibitzError

ASIDE_MAX = 1000  # damaged files kept under one name


class BadFile(KibitzError):
    """A file or folder cannot be read or written."""

    code = "bad_file"


class FileInUse(KibitzError):
    """Another process holds the file."""

    code = "file_in_use"


@contextlib.contextmanager
def named(path: Path, verb: str) -> Iterator[None]:
    """Turn the system's errors about a file into BadFile."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"cannot {verb} {path}: {error.strerror or error}") from None


def is_there(path: Path) -> bool:
    """Whether the path is a file. Accepts any text, even a name too long for a file."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read(path: Path, size_max: int) -> bytes | None:
    """Return the bytes of a file, or None if it does not exist; refuse one above `size_max`."""
    with named(path, "read"):
        try:
            with path.open("rb") as file:
                data = file.read(size_max + 1)
        except FileNotFoundError:
            return None
    if len(data) > size_max:
        raise BadFile(f"cannot read {path}: it is larger than {size_max} bytes")
    return data


def write_atomic(path: Path, text: str) -> None:
    """Replace the content of a file atomically."""
    write_atomic_bytes(path, text.encode())


def write_atomic_bytes(path: Path, data: bytes) -> None:
    """Replace the content of a file atomically, with bytes."""
    with named(path, "write"):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
        sync_folder(path.parent)


def append_line(path: Path, line: str) -> None:
    """Append a line and flush it to disk; an unfinished last line is terminated first."""
    assert "\n" not in line
    with named(path, "write"):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            if file.tell() > 0:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    file.write(b"\n")
            file.write(line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def remove(path: Path) -> None:
    """Remove a file if it exists."""
    with named(path, "remove"):
        path.unlink(missing_ok=True)


def set_aside(path: Path, word: str) -> Path:
    """Rename a file to `name.word-N.ext` with the first free N, and return the new path."""
    with named(path, "rename"):
        for number in range(1, ASIDE_MAX + 1):
            aside = path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")
            if not aside.exists():
                path.rename(aside)
                sync_folder(path.parent)
                return aside
    raise BadFile(f"cannot set {path} aside: there are {ASIDE_MAX} such files already")


class Lock:
    """A lock for one process at a time, held until `release` or until the process ends."""

    def __init__(self, path: Path, what: str) -> None:
        with named(path, "lock"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a")
        try:
            import fcntl
        except ImportError:  # a system without such locks: unprotected
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise FileInUse(f"{what} is open in another process") from None

    def release(self) -> None:
        self._file.close()


def sync_folder(folder: Path) -> None:
    """Make a rename durable. A system that cannot open folders is trusted to do so."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
