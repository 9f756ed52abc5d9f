"""The games by name: sub-folders of this one, and plug-ins (kibitz.core.registry)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core import engine as engines
from kibitz.core import options as option_specs
from kibitz.core import registry
from kibitz.core.errors import BadEngine, UnknownGame
from kibitz.core.game import Game

ENGINES = ("native", "python")


def names() -> list[str]:
    """Return the names of all games, sorted: built-in ones and those of installed plug-ins.

    >>> "ohhell" in names()
    True
    """
    return list(registry.games())


def find(name: str) -> type[Game]:
    """Return the class of a game by its name."""
    module = registry.find("games", name) if name in registry.games() else None
    if module is None:
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(names())}")
    found: type[Game] = module.game
    return found


def game(name: str, *, engine: str | None = None, **options: Any) -> Game:
    """Return a game by its name, with options; on the native engine if available.

    >>> game("ohhell", players=3).players
    3
    """
    kind = find(name)
    option_specs.check_names(kind.OPTIONS, options, name)  # before `self` could be one of them
    if engine is None:
        engine = "native" if engines.has_twin(name) else "python"
    elif engine not in ENGINES:
        raise BadEngine(f"the engines are {', '.join(ENGINES)}, not {engine!r}")
    elif engine == "native" and not engines.has_twin(name):
        raise BadEngine(f"this installation has no native engine for {name}; use engine='python'")
    return kind(engine, **options)


def with_options(name: str, options: Mapping[str, Any], *, engine: str | None = None) -> Game:
    """Return a game with options from outside, in which any name may occur, `engine` included.

    >>> with_options("ohhell", {"players": 3}).players
    3
    """
    option_specs.check_names(find(name).OPTIONS, options, name)
    return game(name, engine=engine, **options)
