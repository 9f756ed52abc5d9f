"""Oracles: players that see all hands, for analysis and as yardsticks. They are marked as such.

An oracle cannot play from a view, and only the runner of a game has a state to pass to it: see
`decide` in bot.py. `oracle` is a tree search on the true state, for every game. `oracle_dd` plays
by the double-dummy solver and bids by the solved table, in games that have one:
players/<game>/oracle_dd.py.
"""

from __future__ import annotations

import functools
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.defaults import search_defaults
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
from kibitz.bots.spec.keys import Key
from kibitz.bots.spec.method import Method
from kibitz.core.errors import OracleOnly
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.search.mcts import mcts
from kibitz.search.result import Search


class Oracle(Bot):
    """The base class of all bots that see the state."""

    kind = "oracle"
    oracle = True

    def choose(self, view: View) -> int:  # noqa: ARG002
        raise OracleOnly(
            "this bot sees all hands: it plays only where the runner passes it the state"
        )

    def choose_knowing(self, state: State) -> int:
        raise NotImplementedError


def method(game: str) -> Method:
    """The method `oracle` of a game."""
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
        version=functools.partial(version_of, game, "oracle"),
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
