"""The soft beliefs of a game by name: BELIEFS in players/<game>/beliefs.py.

`VERSION` of that module covers all its beliefs (version.py).
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.bots.spec.version import of_part
from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.search.beliefs import Belief

UNIFORM = "uniform"  # hard constraints only


def names(game: str) -> list[str]:
    """The beliefs of a game, uniform first."""
    return [UNIFORM, *_models(game)]


def find(game: str, name: str) -> Belief | None:
    """Return the belief of that name; None is uniform."""
    if name == UNIFORM:
        return None
    models = _models(game)
    if name not in models:
        raise BadOption(f"{game} has the beliefs {', '.join(names(game))}, not {name!r}")
    return models[name]()


def version(game: str, name: str) -> int:
    """The version of the code behind a belief."""
    return 1 if name == UNIFORM else of_part(game, "beliefs")


def _models(game: str) -> dict[str, Callable[[], Belief]]:
    found: dict[str, Callable[[], Belief]]
    found = getattr(registry.find("players", game, "beliefs"), "BELIEFS", {})
    return found
