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
    SearchingBot,
    completed,
    rollout_numbers,
    version_of,
)
from kibitz.core.state import State
from kibitz.search.mcts import mcts

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


class OracleSearch(SearchingBot, Oracle):
    """A tree search on the true state."""

    def __init__(self, game: str, *, policy: str = "random", **settings: Any) -> None:
        super().__init__(game, policy, settings)

    def choose_knowing(self, state: State) -> int:
        self.found = mcts(state, seed=self.rng.word(), **self.settings, **self.rollouts)
        return self.found.action
