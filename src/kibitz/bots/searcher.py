"""The searchers as bots: a search at every decision, with its numbers kept for `explain`.

    rollout   every action played out in the same worlds
    ismcts    one tree over all worlds that fit the view
    mcts      a tree for each of some worlds that fit the view, their visits added
    pimc      the double-dummy solver in each of some worlds

Keys: a budget (`simulations`, `time_ms` of wall time, or both: what comes first ends a search),
`threads`, `worlds`, and what kibitz.search.settings tells of `policy`, `reward`, `softness`,
`horizon`, `turns`, `exploration` (of trees) and `halving` (of rollout). Rollout also takes `plans`:
it then compares the plans of the game's plans.py. `turns` counts where the policy values positions
and the reward is a share of the win. With a time budget alone a game does not replay from its seed.
Where a spec does not say, the game's own defaults hold (defaults.py).
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Literal

from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.defaults import search_defaults, search_version
from kibitz.bots.folder import find_rule
from kibitz.bots.keys import REQUIRED, Key
from kibitz.bots.method import Method, Native
from kibitz.bots.version import of_name, together
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.search import native
from kibitz.search.ismcts import ismcts
from kibitz.search.mcts import mcts_worlds
from kibitz.search.pimc import SLIP, pimc
from kibitz.search.result import Search
from kibitz.search.rollout import rollout
from kibitz.search.settings import Planner, Settings
from kibitz.search.simulation import Values

# Versions (version.py) of the searches in every game; defaults.py has those of one game, and who
# plays rollouts has an own one. All of them count.
VERSIONS = {"rollout": 1, "ismcts": 1, "mcts": 1, "pimc": 1, "oracle": 1}
POLICY_NUMBERS = "policy_numbers"  # in a content, for its hash; no key that a spec could have
SIMULATIONS = 2000  # where a spec gives no budget
WORLDS_PIMC = 20

KEYS = {
    "simulations": Key(int | None, None),
    "time_ms": Key(float | None, None),
    "threads": Key(int, 1),
    "policy": Key(str, "random"),
    "reward": Key(Literal["outcome", "points", "margin", "soft"], "outcome"),
    "softness": Key(float | None, None),
    "horizon": Key(Literal["game", "deal"], "game"),
    "turns": Key(int | None, None),
    "worlds": Key(int, 100),
}
TREE_KEYS = {"exploration": Key(float, 0.7)}
ROLLOUT_KEYS = {"halving": Key(bool | None, None), "plans": Key(bool | None, None)}
PIMC_KEYS = {
    "worlds": Key(int | None, None),
    "time_ms": Key(float | None, None),
    "threads": Key(int, 1),
    "slip": Key(float | None, None),
    "agree": Key(bool, True),
}
SEARCHES: dict[str, Callable[..., Search]] = {
    "rollout": rollout,
    "ismcts": ismcts,
    "mcts": mcts_worlds,
}
SEARCHERS = (*SEARCHES, "pimc")


def method(game: str, name: str) -> Method | None:
    """A searcher for a game, with the game's defaults; None where it is not for that game."""
    if name == "pimc":
        return pimc_method(game) if game in SLIP else None
    defaults = {"worlds": 10} if name == "mcts" else {}
    defaults |= search_defaults(game)
    known = KEYS | (ROLLOUT_KEYS if name == "rollout" else TREE_KEYS)
    keys = {key: Key(k.takes, defaults.get(key, k.default)) for key, k in known.items()}
    make = functools.partial(Searcher, game, SEARCHES[name])
    return Method(
        name,
        make,
        keys,
        "search",
        functools.partial(version_of, game, name),
        complete=functools.partial(completed, game),
        believes=True,
        leans_on=functools.partial(rollout_numbers, game),
    )


def pimc_method(game: str) -> Method:
    """The solver in worlds; the budget is a number of worlds, or time, or both."""
    return Method(
        "pimc",
        functools.partial(Searcher, game, pimc),
        PIMC_KEYS,
        "search",
        functools.partial(version_of, game, "pimc"),
        complete=with_worlds,
        renamed={"determinizations": "worlds"},
        bids=False,
        believes=True,
    )


def version_of(
    game: str, search: str, *, policy: str = "random", plans: bool | None = None, **_: Any
) -> int:
    """The version of a search with these keys: its own, that of its rollouts and of its plans."""
    found = None if policy == "random" else find_rule(game, policy)
    rollouts = 1 if found is None else found.version(**_defaults(found))
    planned = of_name(plans_module(game)) if plans else 1
    return together(VERSIONS[search], search_version(game, search), rollouts, planned)


def with_worlds(settings: dict[str, Any]) -> dict[str, Any]:
    if settings["worlds"] is None and settings["time_ms"] is None:
        return settings | {"worlds": WORLDS_PIMC}
    return dict(settings)


def completed(game: str, settings: dict[str, Any]) -> dict[str, Any]:
    """With a budget; without turns where the policy or the reward knows nothing of them."""
    found = dict(settings)
    if found["simulations"] is None and found["time_ms"] is None:
        found["simulations"] = SIMULATIONS
    if found["turns"] is not None:
        policy = rollouts_of(game, found["policy"])
        counts = policy is not None and isinstance(policy[1], Values)
        if not counts or found["reward"] not in ("outcome", "soft"):
            found["turns"] = None
    return found


def settings_of(game: str, time_ms: float | None, policy: str, **settings: Any) -> dict[str, Any]:
    """Settings of a search as its function takes them; BadOption for what cannot be."""
    if policy != "random" and rollouts_of(game, policy) is None:
        raise BadOption(f"{game} has no rule player {policy!r} to play rollouts")
    settings = {key: value for key, value in settings.items() if value is not None}
    if time_ms is not None:
        settings["seconds"] = time_ms / 1000
    Settings(**({"simulations": 1} | settings))  # it checks; pimc counts worlds
    return settings


def rollouts_of(game: str, policy: str) -> tuple[Native | None, Callable[..., int]] | None:
    """A rule player for rollouts: its native form, if it has one, and that in Python."""
    found = find_rule(game, policy)
    if found is None or any(key.default is REQUIRED for key in found.keys.values()):
        return None
    keys = _defaults(found)
    bot = found.make(**keys)
    return (found.native(**keys), bot.rule) if isinstance(bot, RuleBot) else None


def rollout_numbers(game: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The numbers of who plays the rollouts (weights, the key of a network), where it has some."""
    found = rollouts_of(game, settings["policy"])
    if found is None or found[0] is None or not found[0].parameters:
        return {}
    return {POLICY_NUMBERS: list(found[0].parameters)}


def _defaults(method: Method) -> dict[str, Any]:
    return {name: key.default for name, key in method.keys.items()}


def plans_module(game: str) -> str:
    return f"kibitz.bots.{game}.plans"


def planner(game: str) -> Planner:
    """The plans of a game, found by folder; BadOption where it has none."""
    module = plans_module(game)
    if find_spec(module) is None:
        raise BadOption(f"{game} has no plans: a search there compares actions")
    found: Planner = importlib.import_module(module).plans
    return found


def policy_settings(game: Game, policy: str) -> dict[str, Any]:
    """Who plays the rollouts: natively where the engine can."""
    if policy == "random":
        return {"policy": policy}
    found = rollouts_of(game.name, policy)
    assert found is not None, "checked when the bot was made"
    twin, rule = found
    if twin is not None and native.knows(game) and twin.policy in native.policies(game):
        return {"policy": twin.policy, "policy_numbers": twin.parameters}
    return {"policy": rule}  # slow


class Searcher(Bot):
    """A search function as a bot."""

    kind = "search"

    def __init__(
        self, game: str, search: Callable[..., Search], *, policy: str = "random", **settings: Any
    ) -> None:
        self.search = search
        self.policy = policy
        if settings.pop("plans", None):
            settings["plans"] = planner(game)
        self.settings = settings_of(game, settings.pop("time_ms", None), policy, **settings)
        self.found: Search | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.rollouts = policy_settings(game, self.policy)
        self.found = None

    def choose(self, view: View) -> int:
        self.found = self.search(view, seed=self.rng.word(), **self.settings, **self.rollouts)
        return self.found.action

    def explain(self) -> dict[str, Any]:
        return {} if self.found is None else explained(self.found, self.game)


def explained(found: Search, game: Game) -> dict[str, Any]:
    """A search for a page: the candidates by name, the best first."""
    told = found.as_dict()
    candidates = [{"name": game.action_name(c["action"]), **c} for c in told["candidates"]]
    candidates.sort(key=lambda c: (c["visits"], c["value"] or 0.0), reverse=True)
    return told | {"candidates": candidates}
