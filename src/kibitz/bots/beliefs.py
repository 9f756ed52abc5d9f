"""The soft beliefs of a game by name: BELIEFS of bots/<game>/beliefs.py, found by folder.

`VERSION` of that module is of all its beliefs (version.py).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.util import find_spec

from kibitz.bots.version import of_name
from kibitz.core.errors import BadOption
from kibitz.search.beliefs import Belief

UNIFORM = "uniform"  # what is certain, no more


def names(game: str) -> list[str]:
    """The beliefs of a game, uniform first."""
    return [UNIFORM, *_models(game)]


def find(game: str, name: str) -> Belief | None:
    """The belief of that name; None is uniform."""
    if name == UNIFORM:
        return None
    models = _models(game)
    if name not in models:
        raise BadOption(f"{game} has the beliefs {', '.join(names(game))}, not {name!r}")
    return models[name]()


def version(game: str, name: str) -> int:
    """The version of the code behind it."""
    return 1 if name == UNIFORM else of_name(_module(game))


def _module(game: str) -> str:
    return f"kibitz.bots.{game}.beliefs"


def _models(game: str) -> dict[str, Callable[[], Belief]]:
    module = _module(game)
    if find_spec(module) is None:
        return {}
    found: dict[str, Callable[[], Belief]] = importlib.import_module(module).BELIEFS
    return found
