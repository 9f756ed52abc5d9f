"""Default settings of searchers in each game, for what a spec leaves open.

`players/<game>/defaults.py` may define SEARCH, settings for every searcher (reward, horizon);
VERSIONS, version numbers (version.py) of searchers whose behaviour changed in this game only;
ROLLOUTS, the name of a native rule player for good rollouts; TIMING, options of a short but typical
game for timing players; and for advice OUTLOOK, the rule player that plays out worlds, and JUDGE,
the same for evaluations, which play out very many (default: OUTLOOK).
USUAL is who plays against a person who names nobody (default: simple).
LEVELS has the options of the game in which levels are calibrated, if whole games take too long.
NET_REWARDS maps a reward of training to the reward of searches that a network's value estimates
then, and how much of it one unit is; NET_VALUE is the same for weights that do not say what they
were trained on.
"""

from __future__ import annotations

import functools
from typing import Any

from kibitz.core import registry
from kibitz.core.errors import BadOption

# What rewards of training estimate in games without partners; a game may know better.
REWARDS = {
    "outcome": ("outcome", 1.0),
    "returns": ("points", 1.0),
    "scores": ("points", 1.0),
    "margin": ("margin", 1.0),
    "mean_margin": ("margin", 1.0),
    "lead": ("margin", 1.0),
}


def search_defaults(game: str) -> dict[str, Any]:
    return dict(_read(game).get("SEARCH", {}))


def search_version(game: str, search: str) -> int:
    return int(_read(game).get("VERSIONS", {}).get(search, 1))


def net_value(game: str, trained: tuple[str, float] | None = None) -> tuple[str, float]:
    """Return the reward of searches that a network's value estimates, and how much one unit is.

    `trained` is the reward of its training and the factor (models.trained_on).

    >>> net_value("belote", ("margin", 0.005))  # margins of searches include the partner
    ('margin', 133.33333333333331)
    """
    found = _read(game)
    if trained is None:
        reward, unit = found.get("NET_VALUE", ("outcome", 1.0))
        return str(reward), float(unit)
    known = REWARDS | found.get("NET_REWARDS", {})
    if trained[0] not in known:
        raise BadOption(
            f'value = "net" does not work with a network trained on the reward {trained[0]!r}; '
            f"it needs one of {', '.join(known)}"
        )
    reward, unit = known[trained[0]]
    return str(reward), float(unit) / trained[1]


def rollout_policy(game: str) -> str:
    return str(_read(game).get("ROLLOUTS", "random"))


def usual_player(game: str) -> str:
    """Return who sits at a person's table by default, as opponent and as partner."""
    return str(_read(game).get("USUAL", "simple"))


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
