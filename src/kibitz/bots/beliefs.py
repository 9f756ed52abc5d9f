"""The soft beliefs of a game by name: BELIEFS in players/<game>/beliefs.py, and `net`.

`VERSION` of that module covers all its beliefs (version.py). `net` is policy-based inference by a
network (NetBelief), in every game that ships one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kibitz.bots import models
from kibitz.bots.net import checked
from kibitz.bots.version import of_part
from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.search.beliefs import Belief, NetBelief

UNIFORM = "uniform"  # hard constraints only
NET, NET_VERSION = "net", 1


def names(game: str) -> list[str]:
    """The beliefs of a game, uniform first."""
    return [UNIFORM, *_models(game), *([NET] if models.shipped(game) is not None else [])]


def by_net(game: str, model: Path, slip: float | None, worlds: int | None) -> NetBelief:
    """Inference by a network."""
    given = {"slip": slip, "worlds": worlds}
    chosen = {key: value for key, value in given.items() if value is not None}
    return NetBelief(checked(game, model), **chosen)  # type: ignore[arg-type]


def find(game: str, name: str) -> Belief | None:
    """Return the belief of that name; None is uniform."""
    if name == UNIFORM:
        return None
    found, shipped = _models(game), models.shipped(game)
    if name == NET and shipped is not None:
        return by_net(game, shipped, None, None)
    if name not in found:
        raise BadOption(f"{game} has the beliefs {', '.join(names(game))}, not {name!r}")
    return found[name]()


def version(game: str, name: str) -> int:
    """The version of the code behind a belief."""
    if name in (UNIFORM, NET):
        return NET_VERSION
    return of_part(game, "beliefs")


def _models(game: str) -> dict[str, Callable[[], Belief]]:
    found: dict[str, Callable[[], Belief]]
    found = getattr(registry.find("players", game, "beliefs"), "BELIEFS", {})
    return found
