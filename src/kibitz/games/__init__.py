"""The games. The folder is the registry: a sub-folder with a `game` in it is a game."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from kibitz.core import engine as engines
from kibitz.core.errors import BadEngine, UnknownGame
from kibitz.core.game import Game

ENGINES = ("native", "python")


def names() -> list[str]:
    """The names of all games found, sorted."""
    return sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)


def find(name: str) -> type[Game]:
    """The class of a game by its name."""
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(names())}")
    found: type[Game] = importlib.import_module(f"kibitz.games.{name}").game
    return found


def game(name: str, *, engine: str | None = None, **options: Any) -> Game:
    """A game by name with its options; the native engine where there is one."""
    kind = find(name)
    if engine is None:
        engine = "native" if engines.has_twin(name) else "python"
    elif engine not in ENGINES:
        raise BadEngine(f"the engines are {', '.join(ENGINES)}, not {engine!r}")
    elif engine == "native" and not engines.has_twin(name):
        raise BadEngine(f"this installation has no native engine for {name}; use engine='python'")
    return kind(engine, **options)
