"""The shipped players as tests play them: all of them, with small budgets, in short games."""

from __future__ import annotations

import random
from typing import Any

from kibitz import bots
from kibitz.bots.spec.spec import Spec
from tests.support.found import GAMES, round_options

SHIPPED = [(game, name) for game in GAMES for name in bots.names(game)]
SMALL = {"simulations": 20, "worlds": 2, "time_ms": 1.0}


def budget(content: Any) -> dict[str, Any]:
    """Small values for the budget keys that a spec has somewhere."""
    if isinstance(content, list):
        content = dict(enumerate(content))
    if not isinstance(content, dict):
        return {}
    found = {key: SMALL[key] for key in content if key in SMALL}
    for inner in content.values():
        found |= budget(inner)
    return found


def small(spec: Spec) -> Spec:
    return bots.spec(spec.game, spec.name, **budget(spec.content))


def short(game: str) -> dict[str, Any]:
    """Options of a short game."""
    options = round_options(game, random.Random(1))
    return options | ({"players": 3, "max_turns": 40} if "max_turns" in options else {})
