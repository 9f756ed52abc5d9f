"""The files that belong to a bot: those beside it that its source refers to.

A bot may be more than one file: weights in `x.npz`, a module that it imports. These, and no others,
are readable in the sandbox, and their contents are part of the bot's identity. A file in the bot's
folder belongs to it

- if it is a module or package that the bot, or a module of its own, imports;
- if a string in the source contains its name, stands for its suffix, or equals its stem:
  `Path(__file__).parent / "x.npz"`, `folder.glob("*.npz")`, `Path(__file__).with_suffix(".npz")`;
- if it is in a subfolder that a string names: `folder / "weights"`.

Hidden files, and links that leave the folder, never do. So two bots in one folder stay apart, and a
note or a store beside them changes neither.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.bots.remote.bot_file import read_source
from kibitz.bots.remote.forfeit import BadBotFile
from kibitz.core import files

FILES_MAX = 1_000
BYTES_MAX = 1 << 30
ENTRIES_MAX = 20_000  # in the bot's folder; nobody keeps more beside a bot
MODULE = ".py"
SKIPPED = {"__pycache__", "node_modules"}


@dataclass
class OwnFiles:
    """What belongs to a bot, besides its own file."""

    folder: Path  # of the bot's file, absolute
    files: list[Path] = field(default_factory=list)  # absolute, sorted
    modules: dict[str, str] = field(default_factory=dict)  # importable name -> its file

    @property
    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each file by its relative name."""
        return {str(file.relative_to(self.folder)): _hash(file) for file in self.files}

    def message(self) -> dict[str, Any]:
        """Return what the sandboxed process needs: what to open, and what to import."""
        folders = {self.folder / file.relative_to(self.folder).parts[0] for file in self.files}
        packages = sorted(str(place) for place in folders if place.is_dir())
        return {
            "folder": str(self.folder),
            "files": [*packages, *map(str, self.files)],
            "modules": self.modules,
        }


def of(path: Path, source: str) -> OwnFiles:
    """Return the files of a bot, found by reading its source without running it."""
    own = OwnFiles(path.absolute().parent)
    beside = _entries(own.folder, path.name)
    found: dict[Path, None] = {}
    waiting = [source]
    while waiting and beside:
        mentioned = _Mentions.of(waiting.pop())
        for entry in beside:
            if not mentioned.has(entry):
                continue
            new = [file for file in _all_in(entry, own.folder) if file not in found]
            found.update(dict.fromkeys(new))
            if len(found) > FILES_MAX:
                raise BadBotFile(
                    f"{path.name} refers to more than {FILES_MAX} files beside it; "
                    "give the bot a folder of its own"
                )
            waiting += [read_source(f) for f in new if f.suffix == MODULE]
            _add_module(own, entry)
    own.files = sorted(found)
    size = sum(file.stat().st_size for file in own.files)
    if size > BYTES_MAX:
        raise BadBotFile(f"the files of {path.name} are larger than {BYTES_MAX >> 30} GB together")
    return own


def _entries(folder: Path, own: str) -> list[Path]:
    """What lies beside the bot and is not hidden."""
    try:
        with os.scandir(folder) as listed:
            names = [entry.name for entry in listed]
    except OSError:
        return []
    if len(names) > ENTRIES_MAX:
        return []
    names = [n for n in names if not n.startswith(".") and n not in SKIPPED and n != own]
    return [folder / name for name in sorted(names)]


def _all_in(entry: Path, folder: Path) -> Iterator[Path]:
    """The file, or all files of the subfolder, that stay inside the bot's folder."""
    places = [entry]
    if entry.is_dir():
        places = [
            Path(place) / name
            for place, inner, names in os.walk(entry)
            for name in _visible(inner, names)
        ]
    inside = folder.resolve()
    for place in places:
        if place.is_file() and place.resolve().is_relative_to(inside):
            yield place


def _visible(folders: list[str], names: list[str]) -> list[str]:
    folders[:] = sorted(n for n in folders if not n.startswith(".") and n not in SKIPPED)
    return sorted(name for name in names if not name.startswith("."))


def _add_module(own: OwnFiles, entry: Path) -> None:
    if entry.suffix == MODULE and entry.is_file():
        own.modules[entry.stem] = str(entry)
    elif entry.is_dir() and entry.name.isidentifier():
        start = entry / "__init__.py"
        own.modules[entry.name] = str(start if start.is_file() else entry)


@dataclass(frozen=True)
class _Mentions:
    """What a source refers to: imported names, and the strings in it except docstrings."""

    imports: frozenset[str]
    strings: tuple[str, ...]

    @classmethod
    def of(cls, source: str) -> _Mentions:
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return cls(frozenset(), ())  # loading names the fault
        imports: set[str] = set()
        strings: list[str] = []
        prose = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                imports |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imports.add((node.module or "").partition(".")[0])
                imports |= {alias.name for alias in node.names} if node.level else set()
            elif (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in prose
            ):
                strings.append(node.value)
        return cls(frozenset(imports), tuple(strings))

    def has(self, entry: Path) -> bool:
        if entry.is_dir():
            named = any(entry.name in re.split(r"[/\\]", text) for text in self.strings)
            return named or entry.name in self.imports
        if entry.suffix == MODULE:
            return entry.stem in self.imports or self._names(entry)
        # A suffix on its own, or after a wildcard or a placeholder, stands for all such files.
        suffix = re.compile(r"(?:^|[*?}\]]|%[sd])" + re.escape(entry.suffix) + r"(?![A-Za-z0-9])")
        by_suffix = bool(entry.suffix) and any(map(suffix.search, self.strings))
        return by_suffix or self._names(entry)

    def _names(self, entry: Path) -> bool:
        return any(entry.name in text or entry.stem == text for text in self.strings)


def _hash(file: Path) -> str:
    found = file.stat()
    return _hash_of(str(file), found.st_size, found.st_mtime_ns)


@functools.lru_cache(maxsize=4 * FILES_MAX)
def _hash_of(file: str, _size: int, _changed: int) -> str:
    with files.named(Path(file), "read"), Path(file).open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()
