"""What searchers think about in each game, where a spec does not say: by folder.

`bots/<game>/defaults.py` may have SEARCH, settings for every searcher (the reward, the horizon),
VERSIONS, numbers (version.py) by the name of a searcher that decides otherwise than before in this
game alone, ROLLOUTS, the name of the native rule player that plays rollouts well, TIMING, options
of a game that is short but typical, to measure how long players take, and for advice ADVISER, the
player who is asked where nobody is named, OUTLOOK, the rule player that plays worlds on, and JUDGE,
the same for reviews, where very many are played (OUTLOOK, if it is not named).
"""

from __future__ import annotations

import functools
import importlib
from importlib.util import find_spec
from typing import Any


def search_defaults(game: str) -> dict[str, Any]:
    return dict(_read(game).get("SEARCH", {}))


def search_version(game: str, search: str) -> int:
    return int(_read(game).get("VERSIONS", {}).get(search, 1))


def rollout_policy(game: str) -> str:
    return str(_read(game).get("ROLLOUTS", "random"))


def adviser(game: str) -> str:
    return str(_read(game).get("ADVISER", "simple"))


def outlook_player(game: str) -> str:
    return str(_read(game).get("OUTLOOK", "simple"))


def judge_player(game: str) -> str:
    return str(_read(game).get("JUDGE", outlook_player(game)))


def timing_options(game: str) -> dict[str, Any]:
    return dict(_read(game).get("TIMING", {}))


@functools.cache
def _read(game: str) -> dict[str, Any]:
    name = f"kibitz.bots.{game}.defaults"
    try:
        found = find_spec(name)
    except ModuleNotFoundError:  # no folder for this game
        found = None
    return {} if found is None else vars(importlib.import_module(name))
