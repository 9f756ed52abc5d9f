"""The registry: finds what each layer has for each game, by folder or entry point.

    registry.games()                              ("belote", "codepiece", ...)
    registry.find("table", "ohhell")              kibitz.table.games.ohhell, or None
    registry.find("players", "ohhell", "simple")  kibitz.players.ohhell.simple, or None
    registry.folder("players", "ohhell")          the folder of that package, or None

A layer keeps what it knows about one game in `kibitz/<layer>/games/<game>`; the layers `games` and
`players` consist of such folders. Another package adds a game by entry points of the groups
`kibitz.<layer>`, named after the game:

    [project.entry-points."kibitz.games"]
    kuhn = "kuhn_poker"                           # a package that exports `game`
    [project.entry-points."kibitz.players"]
    kuhn = "kuhn_poker.players"

A plug-in cannot shadow a built-in game. A broken one is left out and reported by name (`problems`):
it never keeps Kibitz from starting, and a plug-in's broken look or player is replaced by the
generic one.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from kibitz.core.game import Game

FOLDERS = ("games", "players")  # layers that consist of folders of games

_problems: dict[str, str] = {}


def games() -> tuple[str, ...]:
    """Return the names of all games, sorted: the built-in ones and those of plug-ins that load."""
    return tuple(sorted({*own_games(), *_plugins("games")}))


@functools.cache
def own_games() -> tuple[str, ...]:
    """Return the names of the built-in games."""
    folder = importlib.import_module("kibitz.games").__path__
    return tuple(sorted(found.name for found in pkgutil.iter_modules(folder) if found.ispkg))


@functools.cache
def find(layer: str, game: str, *parts: str) -> ModuleType | None:
    """Return what a layer has for a game (or one part of it), or None."""
    path = path_of(layer, game, *parts)
    if path is None:
        return None
    if game in own_games():
        return importlib.import_module(path)
    try:
        return importlib.import_module(path)
    except Exception as error:  # noqa: BLE001 (whatever other people's code may raise)
        _leave_out(game, layer, _import_failed(path, error))
        return None


@functools.cache
def path_of(layer: str, game: str, *parts: str) -> str | None:
    """Return the dotted path of the module that `find` would import, without importing it."""
    if not all(part.isidentifier() and not part.startswith("_") for part in (game, *parts)):
        return None
    base = _base(layer, game)
    path = ".".join((base, *parts))
    return path if base and _exists(path) else None


def every(layer: str, *parts: str) -> list[tuple[str, ModuleType]]:
    """Return what a layer has for each game that it supports, with the game's name."""
    found = ((game, find(layer, game, *parts)) for game in games())
    return [(game, module) for game, module in found if module is not None]


def modules(layer: str, game: str, *parts: str) -> list[str]:
    """Return the sorted names of the modules in a layer's package for a game."""
    package = find(layer, game, *parts)
    return sorted(found.name for found in pkgutil.iter_modules(getattr(package, "__path__", [])))


@functools.cache
def folder(layer: str, game: str) -> Path | None:
    """Return the folder of a layer's package for a game, where its data files are."""
    path = path_of(layer, game)
    found = None if path is None else find_spec(path)
    return None if found is None or found.origin is None else Path(found.origin).parent


def problems() -> dict[str, str]:
    """Return the plug-ins that were left out with the reasons, keyed by `game` or `game (layer)`.

    A layer's plug-ins are inspected when the layer is first used.
    """
    games()
    return dict(_problems)


def _base(layer: str, game: str) -> str:
    if game in own_games():
        return f"kibitz.{layer}.{game}" if layer in FOLDERS else f"kibitz.{layer}.games.{game}"
    return _plugins(layer).get(game, "") if game in _plugins("games") else ""


@functools.cache
def _plugins(layer: str) -> dict[str, str]:
    """The entry points of a layer, name -> dotted path."""
    found: dict[str, str] = {}
    for point in sorted(entry_points(group=f"kibitz.{layer}"), key=lambda p: (p.name, p.value)):
        reason = _refusal(layer, point, found)
        if reason:
            _leave_out(point.name, layer, reason)
        elif found.get(point.name) != point.value:  # a duplicate path entry may be listed twice
            found[point.name] = point.value
    return found


def _refusal(layer: str, point: EntryPoint, found: dict[str, str]) -> str:
    """Why an entry point cannot be used; empty if it can be."""
    if point.name in own_games():
        return f"the plug-in {point.value} uses the name of a built-in game"
    if found.get(point.name, point.value) != point.value:
        return f"two plug-ins share this name; {point.value} is left out"
    if not point.name.isidentifier() or point.name.startswith("_"):
        return "a game's name must be an identifier"
    if point.attr:
        return f"{point.value} must be a module, without a colon"
    return _game_refusal(point) if layer == "games" else ""


def _game_refusal(point: EntryPoint) -> str:
    try:
        module = importlib.import_module(point.value)
    except Exception as error:  # noqa: BLE001 (whatever other people's code may raise)
        return _import_failed(point.value, error)
    kind = getattr(module, "game", None)
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        return f"{point.value} exports no `game`, a subclass of kibitz.core.game.Game"
    if kind.name != point.name:
        return f"its entry point is named {point.name}, but its class {kind.name}"
    return ""


def _import_failed(path: str, error: Exception) -> str:
    return f"{path} cannot be imported: {type(error).__name__}: {error}"


def _leave_out(game: str, layer: str, reason: str) -> None:
    _problems.setdefault(game if layer == "games" else f"{game} ({layer})", reason)


def _exists(path: str) -> bool:
    try:
        return find_spec(path) is not None
    except ModuleNotFoundError:  # or the package around it is missing
        return False
    except Exception:  # noqa: BLE001 (a plug-in's package that fails when imported: `find` reports)
        return True
