"""The method `oracle`: a tree search on the true state (oracle.py in kibitz.bots)."""

from __future__ import annotations

import functools
from typing import Any

from kibitz.bots.defaults import search_defaults
from kibitz.bots.keys import Key
from kibitz.bots.method import Method
from kibitz.bots.oracle import Oracle
from kibitz.bots.searcher import (
    KEYS,
    TREE_KEYS,
    completed,
    explained,
    policy_settings,
    rollout_numbers,
    settings_of,
    version_of,
)
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.search.mcts import mcts
from kibitz.search.result import Search

VERSION = 1


def method(game: str) -> Method:
    defaults = search_defaults(game) | {"turns": None}
    keys = {
        key: Key(k.takes, defaults.get(key, k.default))
        for key, k in (KEYS | TREE_KEYS).items()
        if key != "worlds"  # the true state is its only world
    }
    make = functools.partial(OracleSearch, game)
    return Method(
        "oracle",
        make,
        keys,
        "oracle",
        version=functools.partial(version_of, game, "oracle", VERSION),
        complete=functools.partial(completed, game),
        leans_on=functools.partial(rollout_numbers, game),
    )


class OracleSearch(Oracle):
    """A tree search on the true state."""

    def __init__(self, game: str, *, policy: str = "random", **settings: Any) -> None:
        self.policy = policy
        self.settings = settings_of(game, settings.pop("time_ms", None), policy, **settings)
        self.found: Search | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.rollouts = policy_settings(game, self.policy)
        self.found = None

    def choose_knowing(self, state: State) -> int:
        self.found = mcts(state, seed=self.rng.word(), **self.settings, **self.rollouts)
        return self.found.action

    def explain(self) -> dict[str, Any]:
        return {} if self.found is None else explained(self.found, self.game)
