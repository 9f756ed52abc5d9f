"""Searchers as bots: a search at every decision, whose statistics `explain` returns.

Each searcher is a file in methods/: rollout, ismcts, mcts, pimc. They share what is here.

Keys: a budget (`simulations`, `time_ms` of wall time, or both, whichever ends first), `threads`,
`worlds`, and `policy`, `reward`, `softness`, `horizon`, `turns`, `equity`, `exploration` (trees)
and `halving` (rollout) as documented in kibitz.search.settings. Rollout also takes `plans`, which
makes it compare the plans of the game's plans.py. `turns` needs a policy that values positions, and
a reward that is a share of the win.

A network searches, too: `policy = "net"` plays rollouts by it (at a `temperature`), and in ismcts
`prior = "net"` guides the tree and `value = "net"` replaces rollouts (guided.py in kibitz.search).
`model` names its file; the default is the shipped network of the game.

With only a time budget a game does not replay from its seed. The game's own defaults (defaults.py)
apply where a spec has no value.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from kibitz.bots import models
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.defaults import net_value, search_defaults, search_version
from kibitz.bots.discovery import find_rule
from kibitz.bots.keys import REQUIRED, Key
from kibitz.bots.method import Method, Native
from kibitz.bots.net import checked
from kibitz.bots.version import of_part, together
from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.search import native_searcher
from kibitz.search.result import Search
from kibitz.search.settings import NET, SHARES, Planner, Settings
from kibitz.search.simulation import Values

NET_VERSION = 1  # of what a network does in a search (native/search/guided.hpp)
POLICY_NUMBERS = "policy_numbers"  # for the hash of a spec's content; not a key of a spec
SIMULATIONS = 2000  # if a spec gives no budget

KEYS = {
    "simulations": Key(int | None, None),
    "time_ms": Key(float | None, None),
    "threads": Key(int, 1),
    "policy": Key(str, "random"),
    "reward": Key(Literal["outcome", "points", "margin", "soft"], "outcome"),
    "softness": Key(float | None, None),
    "horizon": Key(Literal["game", "deal"], "game"),
    "turns": Key(int | None, None),
    "equity": Key(bool | None, None),
    "worlds": Key(int, 100),
    "model": Key(Path | None, None),
    "temperature": Key(float | None, None),
}
TREE_KEYS = {"exploration": Key(float, 0.7)}


def search_method(
    game: str,
    name: str,
    search: Callable[..., Search],
    keys: Mapping[str, Key],
    version: int,
    **defaults: Any,
) -> Method:
    """A search function as a method: its keys, with the game's defaults over its own."""
    defaults |= search_defaults(game) | {"turns": None}  # that one depends on the policy: completed
    return Method(
        name,
        functools.partial(Searcher, game, search),
        {key: Key(k.takes, defaults.get(key, k.default)) for key, k in keys.items()},
        "search",
        version=functools.partial(version_of, game, name, version),
        complete=functools.partial(completed, game),
        believes=True,
        leans_on=functools.partial(rollout_numbers, game),
    )


def version_of(
    game: str,
    search: str,
    version: int,
    *,
    policy: str = "random",
    plans: bool | None = None,
    **keys: Any,
) -> int:
    """The version of a search with these keys.

    It changes with its own `version`, the game's (defaults.py), and those of its rollouts, its
    plans and its network.
    """
    found = None if policy == "random" else find_rule(game, policy)
    by_net = NET_VERSION if uses_net(policy=policy, **keys) else 1
    rollouts = 1 if found is None else found.version(**_defaults(found))
    planned = of_part(game, "plans") if plans else 1
    return together(version, search_version(game, search), rollouts, planned, by_net)


def uses_net(
    *, policy: str = "random", prior: str | None = None, value: str | None = None, **_: Any
) -> bool:
    """Whether a search with these keys asks a network."""
    return NET in (policy, prior, value)


def completed(game: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Fill in interdependent defaults: a budget, and the game's own `turns` if possible."""
    settings = dict(settings)
    if settings["simulations"] is None and settings["time_ms"] is None:
        settings["simulations"] = SIMULATIONS
    found = rollouts_of(game, settings["policy"])
    values = found is not None and isinstance(found[1], Values)
    if settings["turns"] is None and values and settings["reward"] in SHARES:
        settings["turns"] = search_defaults(game).get("turns")
    if not by_match(settings):
        settings["equity"] = None
    if uses_net(**settings):
        settings["model"] = settings["model"] or models.shipped(game)
        if settings["policy"] == NET and settings["temperature"] is None:
            settings["temperature"] = 1.0
    return settings


def by_match(settings: Mapping[str, Any]) -> bool:
    """Whether a search with these keys may value deals by the match: by their margins, played."""
    played = settings["reward"] == "margin" and settings["horizon"] == "deal"
    return played and settings.get("value") is None


def settings_of(game: str, time_ms: float | None, policy: str, **settings: Any) -> dict[str, Any]:
    """The settings of a search as its function takes them; raises BadOption for invalid ones."""
    found = None if policy in ("random", NET) else rollouts_of(game, policy)
    if policy not in ("random", NET) and found is None:
        raise BadOption(f"{game} has no rule player {policy!r} to play rollouts")
    if settings.get("turns") is not None and not (found and isinstance(found[1], Values)):
        raise BadOption(f"turns need a policy that values positions: {policy!r} does not")
    settings = {key: value for key, value in settings.items() if value is not None}
    if time_ms is not None:
        settings["seconds"] = time_ms / 1000
    settings |= net_settings(game, settings.pop("model", None), policy, settings)
    usual: dict[str, Any] = {"simulations": 1, "reward": "margin", "horizon": "deal"}
    Settings(**(usual | settings))  # checks them; pimc counts worlds, and margins of deals
    return settings


def net_settings(
    game: str, model: Path | None, policy: str, settings: dict[str, Any]
) -> dict[str, Any]:
    """The settings of a network in a search; raises BadOption for keys without one."""
    if not uses_net(policy=policy, **settings):
        if model is not None:
            raise BadOption('model needs policy, prior or value = "net"')
        if "temperature" in settings:
            raise BadOption('temperature needs policy = "net"')
        return {}
    if "temperature" in settings and policy != NET:
        raise BadOption('temperature needs policy = "net"')
    if model is None:
        raise BadOption(f"{game} has no shipped network: name one with `model`")
    found: dict[str, Any] = {"net": checked(game, model)}
    if settings.get("value") == NET:
        reward, unit = net_value(game, models.trained_on(model))
        if settings["reward"] != reward:
            raise BadOption(f'value = "net" needs reward = "{reward}" in {game}')
        found["value_unit"] = unit
    return found


def rollouts_of(game: str, policy: str) -> tuple[Native | None, Callable[..., int]] | None:
    """A rule player for rollouts: its native form, if any, and the Python one."""
    found = find_rule(game, policy)
    if found is None or any(key.default is REQUIRED for key in found.keys.values()):
        return None
    keys = _defaults(found)
    bot = found.make(**keys)
    return (found.native(**keys), bot.rule) if isinstance(bot, RuleBot) else None


def rollout_numbers(game: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The parameters of the rollout policy (weights, the key of a network), if it has any."""
    found = rollouts_of(game, settings["policy"])
    if found is None or found[0] is None or not found[0].parameters:
        return {}
    return {POLICY_NUMBERS: list(found[0].parameters)}


def _defaults(method: Method) -> dict[str, Any]:
    return {name: key.default for name, key in method.keys.items()}


def planner(game: str) -> Planner:
    """The plans of a game; raises BadOption if it has none."""
    module = registry.find("players", game, "plans")
    if module is None:
        raise BadOption(f"{game} has no plans: a search compares actions there")
    found: Planner = module.plans
    return found


def policy_settings(game: Game, policy: str) -> dict[str, Any]:
    """The rollout policy: native if the engine supports it."""
    if policy in ("random", NET):
        return {"policy": policy}
    found = rollouts_of(game.name, policy)
    assert found is not None, "unknown policy"
    twin, rule = found
    return native_policy(game, twin) or {"policy": rule}  # slow


def native_policy(game: Game, twin: Native | None) -> dict[str, Any] | None:
    """A player's native form as the policy of rollouts, if the engine can play it there."""
    if (
        twin is None
        or not native_searcher.knows(game)
        or twin.policy not in native_searcher.policies(game)
    ):
        return None
    return {"policy": twin.policy, "policy_numbers": twin.parameters}


class SearchingBot(Bot):
    """What every bot that searches shares: settings, rollouts, and the latest search."""

    def __init__(self, game: str, policy: str, settings: dict[str, Any]) -> None:
        self.policy = policy
        self.settings = settings_of(game, settings.pop("time_ms", None), policy, **settings)
        self.found: Search | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.rollouts = policy_settings(game, self.policy)
        self.found = None

    def explain(self) -> dict[str, Any]:
        return {} if self.found is None else explained(self.found, self.game)


class Searcher(SearchingBot):
    """A search function as a bot."""

    kind = "search"

    def __init__(
        self, game: str, search: Callable[..., Search], *, policy: str = "random", **settings: Any
    ) -> None:
        self.search = search
        if settings.pop("plans", None):
            settings["plans"] = planner(game)
        super().__init__(game, policy, settings)

    def choose(self, view: View) -> int:
        self.found = self.search(view, seed=self.rng.word(), **self.settings, **self.rollouts)
        return self.found.action


def explained(found: Search, game: Game) -> dict[str, Any]:
    """A search for display: the candidates by name, best first."""
    data = found.as_dict()
    candidates = [{"name": game.action_name(c["action"]), **c} for c in data["candidates"]]
    candidates.sort(key=lambda c: (c["visits"], c["value"] or 0.0), reverse=True)
    return data | {"candidates": candidates}
