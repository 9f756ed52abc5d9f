"""Who enters a match: bots by name, by file or by address, each with its own label.

    entries = enter("ohhell", ["smart", "my_bot.py"])

A bot that is named twice is one entrant on several seats; a head-to-head of a bot with itself uses
`twins` and gets `smart` and `smart#2`. Every bot is created once here, so one that cannot be loaded
is refused before the first game.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.arena.errors import OtherBot, TooManyBots
from kibitz.arena.result import Entrant
from kibitz.bots import registry
from kibitz.bots.bot import Bot
from kibitz.bots.method import Native
from kibitz.bots.remote import external, own_files
from kibitz.bots.remote.bot_file import read_source
from kibitz.bots.remote.forfeit import clean
from kibitz.bots.remote.process import words_of
from kibitz.core import files

ENTRIES_MAX = 256


@dataclass(frozen=True)
class Entry:
    """A bot of a match, which can be created as often as needed."""

    game: str
    named: str  # a name of the registry, an absolute path, a command or an address
    entrant: Entrant
    native: Native | None = None
    folders: tuple[str, ...] = ()
    trusted: bool = False

    @property
    def label(self) -> str:
        return self.entrant.label

    def bot(self) -> Bot:
        return registry.bot(self.game, self.named, folders=self.folders, trusted=self.trusted)

    def message(self) -> dict[str, Any]:
        """Return what a worker needs to find the same bot."""
        return {
            "named": self.named,
            "label": self.label,
            "hash": self.entrant.hash,
            "folders": list(self.folders),
            "trusted": self.trusted,
            "oracle": self.entrant.oracle,
        }

    @classmethod
    def of_message(cls, game: str, message: dict[str, Any]) -> Entry:
        found = _find(game, message["named"], tuple(message["folders"]), message["trusted"])
        if message["oracle"]:
            found = found._as_oracle()
        if found.entrant.hash != message["hash"]:
            raise OtherBot(
                f"{message['label']} is not the bot that this match began with: its file, or a "
                f"part of it, has changed; start a new match with another --seed"
            )
        return found._labelled(message["label"])

    def _as_oracle(self) -> Entry:
        """A trusted file that sees hidden cards is not the bot that it would be confined."""
        hash_ = self.entrant.hash
        if self.entrant.kind == "stranger":
            hash_ = _sha256(f"{hash_}\noracle".encode())
        return replace(self, entrant=replace(self.entrant, kind="oracle", hash=hash_))

    def _labelled(self, label: str) -> Entry:
        return replace(self, entrant=replace(self.entrant, label=label))


def enter(
    game: str,
    names: Iterable[str],
    *,
    folders: Iterable[str | Path] = (),
    trusted: bool = False,
    twins: bool = False,
) -> list[Entry]:
    """Return the entries of these names, in order; with `twins` every name is a separate bot."""
    places = tuple(str(Path(folder).expanduser().absolute()) for folder in folders)
    given = [_place(game, name, places) for name in names]
    found = {name: _checked(_find(game, name, places, trusted)) for name in dict.fromkeys(given)}
    labelled: list[Entry] = []
    for entry in (found[name] for name in given):
        same = [other for other in labelled if _is_same(other, entry)]
        if same and not twins:
            labelled.append(same[0])
            continue
        alike = {other.label for other in labelled if other.entrant.name == entry.entrant.name}
        name = entry.entrant.name
        labelled.append(entry._labelled(f"{name}#{len(alike) + 1}" if alike else name))
    if len(labelled) > ENTRIES_MAX:
        raise TooManyBots(f"a match takes at most {ENTRIES_MAX} bots, not {len(labelled)}")
    return labelled


def distinct(entries: Sequence[Entry]) -> tuple[list[Entry], list[int]]:
    """Return each entrant once, and for every entry the index of its entrant."""
    labels = list(dict.fromkeys(entry.label for entry in entries))
    first = {entry.label: entry for entry in reversed(entries)}
    return [first[label] for label in labels], [labels.index(entry.label) for entry in entries]


def _is_same(one: Entry, other: Entry) -> bool:
    alike = one.entrant.name == other.entrant.name
    return alike and one.entrant.hash == other.entrant.hash


def _place(game: str, name: str, folders: Sequence[str]) -> str:
    """Resolve a file to its absolute path, for workers elsewhere. A bare name may be a file too."""
    if external.is_elsewhere(name):
        return name
    if external.is_file(name):
        path, kind = external.split(name)
        return f"{path.absolute()}:{kind}" if kind else str(path.absolute())
    if name.endswith(".toml"):
        return str(Path(name).expanduser().absolute())
    if name not in registry.names(game, folders=folders):
        return str(registry.bot_files(game, folders=folders).get(name, name))
    return name


def _find(game: str, named: str, folders: tuple[str, ...], trusted: bool) -> Entry:
    if external.is_one(named):
        entrant = _stranger(named)
        return Entry(game, named, entrant, None, folders, trusted)
    spec = registry.spec(game, named, folders=folders)
    entrant = Entrant(spec.name, spec.name, spec.hash, spec.kind, spec.content)
    return Entry(game, named, entrant, spec.native, folders, trusted)


def _stranger(named: str) -> Entrant:
    """Describe a stranger by what is known: its files, its program, or just its address."""
    if named.startswith(external.PROGRAM):
        name, content = _program(named.removeprefix(external.PROGRAM))
    elif named.startswith(external.ADDRESSES):
        name, content = named.split("//", 1)[1], {"address": named}
    else:
        path, kind = external.split(named)
        name, source = kind or path.stem, read_source(path)
        content = {"file": path.name, "source": _sha256(source.encode())}
        own = own_files.of(path, source).hashes
        content |= ({"class": kind} if kind else {}) | ({"files": own} if own else {})
    data = "\n".join(f"{key}={value}" for key, value in sorted(content.items()))
    name = clean(name, 60)
    return Entrant(name, name, _sha256(data.encode()), "stranger", content)


def _program(command: str) -> tuple[str, dict[str, Any]]:
    """Return a program's name and its identity: its own file and those that its command names."""
    words = words_of(command)
    program = shutil.which(words[0]) if words else None
    data = b"" if program is None else _bytes(program)
    content: dict[str, Any] = {"command": command, "program": _sha256(data)}
    more = [word for word in words[1:] if files.is_there(Path(word))]
    if more:  # `python3 my_bot.py`: the second one is the bot
        content["files"] = {file: _sha256(_bytes(file)) for file in more}
    named_by = more[0] if more and "/" not in words[0] else words[0] if words else "program"
    file = Path(named_by)
    # With its suffix, unless it is Python's: bot.js is not bot.sh.
    return file.stem if file.suffix == external.FILE else file.name, content


def _checked(entry: Entry) -> Entry:
    """Create the bot once, to fail early if it does not load. A trusted file may be an oracle."""
    with entry.bot() as bot:
        return entry._as_oracle() if bot.oracle else entry


def _bytes(file: str) -> bytes:
    with files.named(Path(file), "read"):
        return Path(file).read_bytes()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
