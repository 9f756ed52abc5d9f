"""The players of each game by name: found by folder, ours and the user's.

    kibitz.bots.bot("ohhell", "smart")                        a Bot
    kibitz.bots.bot("ohhell", "ismcts_deep", simulations=500) the same with another budget
    kibitz.bots.bot("belote", "my_bots/bold.toml")            a file
    kibitz.bots.bot("belote", {"play": {"method": "random"}}) tables
    kibitz.bots.bot("ohhell", "my_bot.py")                    a stranger's bot (stranger.py)

A folder of specs has `<game>/<name>.toml`; a file at its top is for every game. Folders are those
given, then those of the environment variable KIBITZ_BOTS, then this package: the first that has a
name counts. A method that needs no keys is a player by its own name, without a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.bots import reader, stranger
from kibitz.bots.bot import Bot
from kibitz.bots.methods import find_method
from kibitz.bots.remote import check_plays
from kibitz.bots.spec import Spec
from kibitz.core.errors import BadSpec, UnknownBot
from kibitz.core.files import BadFile
from kibitz.core.plain import short

VARIABLE = "KIBITZ_BOTS"  # folders, separated as in PATH
PACKAGE = Path(__file__).parent
DEPTH_MAX = 8  # specs that take a part of another, which takes a part of another

Named = str | Path | Mapping[str, Any] | Spec


def bot(
    game: str,
    named: Named,
    *,
    folders: Iterable[str | Path] = (),
    trusted: bool = False,
    **changes: Any,
) -> Bot:
    """A new bot for a game: a name, a file, tables or a Spec; or a stranger's.

    `changes` set keys of the spec: `simulations=100` wherever a method takes it, `play={...}` of
    one table; None takes a key away. A stranger's Python file runs confined in a process of its
    own, or, `trusted`, in this one.
    """
    if isinstance(named, (str, Path)) and stranger.is_one(named):
        return _stranger(game, named, trusted, changes)
    return spec(game, named, folders=folders, **changes).bot()


def _stranger(game: str, named: str | Path, trusted: bool, changes: Mapping[str, Any]) -> Bot:
    games.find(game)
    if changes:
        raise BadSpec(f"{named} is somebody's own bot: it has no key {', '.join(changes)}")
    found = stranger.bot(named, trusted=trusted)
    check_plays(found.plays, game)
    return found


def names(game: str, *, folders: Iterable[str | Path] = ()) -> list[str]:
    """The names of all players of a game, sorted."""
    games.find(game)
    return sorted(_files(game, _all_folders(folders)))


def spec(game: str, named: Named, *, folders: Iterable[str | Path] = (), **changes: Any) -> Spec:
    """The resolved spec of a player."""
    games.find(game)
    wanted = reader.Changes.of(changes)
    found = _Lookup(game, _all_folders(folders), wanted, ()).find(named)
    wanted.check_all_used(found.name)
    return found


class _Lookup:
    """Finds a spec, and those that it takes parts of."""

    def __init__(
        self, game: str, folders: list[Path], changes: reader.Changes, way: tuple[str, ...]
    ) -> None:
        self.game, self.folders, self.changes, self.way = game, folders, changes, way

    def find(self, named: Named) -> Spec:
        if isinstance(named, Spec):
            if named.game != self.game:
                raise BadSpec(f"{named.name} is a player of {named.game}, not of {self.game}")
            if self.changes.none:
                return named
            if named.file is None:
                raise BadSpec(f"{named.name} came from no file: change its tables, not the spec")
            named = named.file
        if isinstance(named, Mapping):
            return reader.of_tables(self.game, "tables", named, self.changes, self.part_of)
        if isinstance(named, Path) or named.endswith(".toml"):
            file = Path(named).expanduser()
            return reader.read(self.game, file, self.changes, self.part_of)
        return self.by_name(named)

    def by_name(self, name: str) -> Spec:
        found = _files(self.game, self.folders)
        if name in found:
            return reader.read(self.game, found[name], self.changes, self.part_of)
        method = find_method(self.game, name)
        if method is None:
            raise UnknownBot(
                f"{self.game} has no player {short(name)}; it has {', '.join(sorted(found))}"
            )
        tables = {"play": {"method": name}}
        return reader.of_tables(self.game, name, tables, self.changes, self.part_of)

    def part_of(self, name: str) -> Spec:
        """A spec that another takes a part of."""
        if name in self.way or len(self.way) >= DEPTH_MAX:
            raise BadSpec(f"players that are made of each other: {' of '.join((*self.way, name))}")
        changes = self.changes.without_tables()
        return _Lookup(self.game, self.folders, changes, (*self.way, name)).by_name(name)


def _all_folders(given: Iterable[str | Path]) -> list[Path]:
    folders = [Path(folder).expanduser() for folder in given]
    for folder in folders:
        if not folder.is_dir():
            raise BadFile(f"there is no folder of bots {folder}")
    said = os.environ.get(VARIABLE, "").split(os.pathsep)
    return [*folders, *(Path(folder).expanduser() for folder in said if folder), PACKAGE]


def _files(game: str, folders: list[Path]) -> dict[str, Path]:
    """Each name with its file; the first folder that has it counts."""
    found: dict[str, Path] = {}
    for folder in folders:
        for file in sorted([*(folder / game).glob("*.toml"), *folder.glob("*.toml")]):
            found.setdefault(file.stem, file)
    return found
