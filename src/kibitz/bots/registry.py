"""The players of each game by name, found in folders: shipped ones and the user's.

    kibitz.bots.bot("ohhell", "smart")                        a Bot
    kibitz.bots.bot("ohhell", "ismcts_deep", simulations=500) another budget
    kibitz.bots.bot("ohhell", "ismcts_deep(simulations=500)") the same as one word
    kibitz.bots.bot("belote", "my_bots/bold.toml")            a file
    kibitz.bots.bot("belote", {"play": {"method": "random"}}) tables
    kibitz.bots.bot("ohhell", "my_bot.py")                    an external bot (external.py)
    kibitz.bots.bot("dubito", "liar", folders=["bots"])       liar.py in that folder

A folder of specs has `<game>/<name>.toml`; a file at its top level applies to every game. Folders
are searched in this order: those given, those in the environment variable KIBITZ_BOTS, and the
`specs` next to the code of the game's players; the first match wins. Python files in a given
folder, or one level below it (`bots/manual/liar.py`), are bots under their names. A method that
needs no keys is a player under its own name, without a file; it is listed if its module has an
ABOUT.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.bots.bot import Bot
from kibitz.bots.methods import find_method, listed_methods
from kibitz.bots.remote import external
from kibitz.bots.remote.bot_file import may_play
from kibitz.bots.remote.protocol import check_plays
from kibitz.bots.spec import python_file, read
from kibitz.bots.spec.spec import Spec
from kibitz.bots.suggest import nearest
from kibitz.core import registry
from kibitz.core.coerce import short
from kibitz.core.errors import BadSpec, UnknownBot
from kibitz.core.files import BadFile

VARIABLE = "KIBITZ_BOTS"  # folders, separated as in PATH
PACKAGE = Path(__file__).parents[1] / "players"  # shipped players
SPECS = "specs"  # next to the modules of a game's players
TABLES = "tables"  # the name of a spec that has no file
DEPTH_MAX = 8  # of specs that take a part of another

Named = str | Path | Mapping[str, Any] | Spec


def bot(
    game: str,
    named: Named,
    *,
    folders: Iterable[str | Path] = (),
    trusted: bool = False,
    **changes: Any,
) -> Bot:
    """Return a new bot for a game: by name, file, tables or Spec; or an external bot.

    `changes` set keys of the spec: `simulations=100` wherever a method takes it, `play={...}` for
    one table; None removes a key. An external Python file runs in a sandboxed process of its own,
    or in this one if `trusted`.

    >>> bot("ohhell", "smart").kind
    'rule'
    """
    if isinstance(named, (str, Path)) and external.is_one(named):
        return _stranger(game, named, trusted, changes)
    file = _bot_file(game, named, folders)
    if file is not None:
        return _stranger(game, file, trusted, changes)
    return spec(game, named, folders=folders, **changes).bot()


def _stranger(game: str, named: str | Path, trusted: bool, changes: Mapping[str, Any]) -> Bot:
    games.find(game)
    if changes:
        raise BadSpec(f"{named} is an external bot: it has no key {', '.join(changes)}")
    found = external.bot(named, trusted=trusted)
    check_plays(found.plays, game)
    return found


def names(game: str, *, folders: Iterable[str | Path] = ()) -> list[str]:
    """Return the names of all players of a game, sorted.

    >>> "smart" in names("ohhell")
    True
    """
    games.find(game)
    return sorted(_all_names(game, _all_folders(folders)))


def bot_files(game: str, *, folders: Iterable[str | Path] = ()) -> dict[str, Path]:
    """Return the Python bots in the user's folders that a game may seat, by name.

    Searched are a folder, its subfolder of the game's name, and other subfolders, one level deep.
    """
    found: dict[str, Path] = {}
    for folder in _all_folders(folders):
        for place in _places(game, folder):
            for file in sorted(place.glob(f"*{external.FILE}")):
                if not file.name.startswith(("_", ".")) and may_play(file, game):
                    found.setdefault(file.stem, file.absolute())
    return found


def _places(game: str, folder: Path) -> list[Path]:
    inner = sorted(place for place in folder.glob("*") if place.is_dir())
    others = {*games.names()} - {game}
    fitting = [p for p in inner if p.name not in others and not p.name.startswith((".", "_"))]
    return [folder / game, folder, *(place for place in fitting if place.name != game)]


def _bot_file(game: str, named: Named, folders: Iterable[str | Path]) -> Path | None:
    """The file of a bare name in the user's folders, unless a spec has that name."""
    places = _all_folders(folders)
    if not isinstance(named, str) or not places or named in _all_names(game, places):
        return None
    return bot_files(game, folders=folders).get(named)


def spec(game: str, named: Named, *, folders: Iterable[str | Path] = (), **changes: Any) -> Spec:
    """Return the resolved spec of a player: its definition, with a hash over all of it.

    >>> spec("ohhell", "smart").name
    'smart'
    """
    games.find(game)
    if isinstance(named, str):
        named, said = _keys_of(named)
        changes = {**said, **changes}
    wanted = read.Changes.of(changes)
    found = _Lookup(game, _all_folders(folders), wanted, ()).find(named)
    wanted.check_all_used(found.name)
    return found


def _keys_of(named: str) -> tuple[str, dict[str, Any]]:
    """Split `name(key=value, ...)` into the name and its keys; values are written as in TOML."""
    name, bracket, inside = named.partition("(")
    if not bracket or not named.endswith(")"):
        return named, {}
    try:
        return name, tomllib.loads(f"keys = {{{inside[:-1]}}}")["keys"]
    except tomllib.TOMLDecodeError:
        raise BadSpec(
            f"{short(named)}: keys are given as {short(name)}(key=value, other=value)"
        ) from None


class _Lookup:
    """Finds a spec, and the specs that it takes parts of."""

    def __init__(
        self, game: str, folders: list[Path], changes: read.Changes, way: tuple[str, ...]
    ) -> None:
        self.game, self.folders, self.changes, self.way = game, folders, changes, way

    def find(self, named: Named) -> Spec:
        if isinstance(named, Spec):
            if named.game != self.game:
                raise BadSpec(f"{named.name} plays {named.game}, not {self.game}")
            if self.changes.none:
                return named
            if named.file is None and named.name == TABLES:
                raise BadSpec("this spec has no file: change its tables instead")
            named = named.file or named.name
        if isinstance(named, Mapping):
            return read.of_tables(self.game, TABLES, named, self.changes, self.part_of)
        if external.is_file(named):
            return python_file.spec(self.game, named)
        if isinstance(named, Path) or named.endswith(".toml"):
            file = Path(named).expanduser()
            return read.read(self.game, file, self.changes, self.part_of)
        return self.by_name(named)

    def by_name(self, name: str) -> Spec:
        found = _files(self.game, self.folders)
        if name in found:
            return read.read(self.game, found[name], self.changes, self.part_of)
        method = find_method(self.game, name)
        if method is None and self.folders:
            own = bot_files(self.game, folders=self.folders).get(name)
            if own is not None:
                return python_file.spec(self.game, own)
        if method is None:
            known = sorted(_all_names(self.game, self.folders))
            near = nearest(name, known)
            hint = f"; {near}" if near else ""
            raise UnknownBot(
                f"{self.game} has no player {short(name)}; it has {', '.join(known)}{hint}"
            )
        tables = {"about": method.about, "play": {"method": name}}
        return read.of_tables(self.game, name, tables, self.changes, self.part_of)

    def part_of(self, name: str) -> Spec:
        """Return a spec that another takes a part of."""
        if name in self.way or len(self.way) >= DEPTH_MAX:
            raise BadSpec(f"these specs refer to each other: {' -> '.join((*self.way, name))}")
        changes = self.changes.without_tables()
        return _Lookup(self.game, self.folders, changes, (*self.way, name)).by_name(name)


def _all_folders(given: Iterable[str | Path]) -> list[Path]:
    folders = [Path(folder).expanduser() for folder in given]
    for folder in folders:
        if not folder.is_dir():
            raise BadFile(f"there is no bot folder {folder}")
    said = os.environ.get(VARIABLE, "").split(os.pathsep)
    return [*folders, *(Path(folder).expanduser() for folder in said if folder)]


def _all_names(game: str, folders: list[Path]) -> set[str]:
    """The names of files, and of methods listed without one."""
    return {*_files(game, folders), *listed_methods(game)}


def _files(game: str, folders: list[Path]) -> dict[str, Path]:
    """The file of each name, from the first folder that has it."""
    found: dict[str, Path] = {}
    beside = registry.folder("players", game)
    shipped = [[beside / SPECS]] if beside is not None else []
    for inside in [*([folder / game, folder] for folder in folders), *shipped]:
        for file in sorted(file for place in inside for file in place.glob("*.toml")):
            found.setdefault(file.stem, file)
    return found
