"""Default settings of searchers in each game, for what a spec leaves open.

`players/<game>/defaults.py` may define SEARCH, settings for every searcher (reward, horizon);
VERSIONS, version numbers (version.py) of searchers whose behaviour changed in this game only;
ROLLOUTS, the name of a native rule player for good rollouts; TIMING, options of a short but typical
game for timing players; and for advice OUTLOOK, the rule player that plays out worlds, and JUDGE,
the same for evaluations, which play out very many (default: OUTLOOK).
LEVELS has the options of the game in which levels are calibrated, if whole games take too long.
NET_VALUE is what the game's networks value: a reward of searches, and how much of it one unit is.
"""

from __future__ import annotations

import functools
from typing import Any

from kibitz.core import registry


def search_defaults(game: str) -> dict[str, Any]:
    return dict(_read(game).get("SEARCH", {}))


def search_version(game: str, search: str) -> int:
    return int(_read(game).get("VERSIONS", {}).get(search, 1))


def net_value(game: str) -> tuple[str, float]:
    reward, unit = _read(game).get("NET_VALUE", ("outcome", 1.0))
    return str(reward), float(unit)


def rollout_policy(game: str) -> str:
    return str(_read(game).get("ROLLOUTS", "random"))


def outlook_player(game: str) -> str:
    return str(_read(game).get("OUTLOOK", "simple"))


def judge_player(game: str) -> str:
    return str(_read(game).get("JUDGE", outlook_player(game)))


def level_options(game: str) -> dict[str, Any]:
    return dict(_read(game).get("LEVELS", {}))


def timing_options(game: str) -> dict[str, Any]:
    return dict(_read(game).get("TIMING", {}))


@functools.cache
def _read(game: str) -> dict[str, Any]:
    found = registry.find("players", game, "defaults")
    return {} if found is None else vars(found)
