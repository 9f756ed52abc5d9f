"""The searchers as bots: they replay, explain themselves, and know only their view."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import bots
from kibitz.bots import methods
from kibitz.bots.methods import find_method, generic_names
from kibitz.core.errors import BadSpec
from kibitz.core.rng import Stream
from kibitz.search.mcts import mcts, mcts_worlds
from tests.support.found import GAMES

SEARCHERS = [
    name
    for name in generic_names()
    if (found := find_method("ohhell", name)) is not None and found.kind == "search"
]
SMALL: dict[str, Any] = {"simulations": 60, "worlds": 4}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", sorted({*SEARCHERS} - {"pimc"}))
def test_chooses_by_its_view_and_its_seed(game: str, method: str) -> None:
    state = kibitz.game(game).new(3)
    view = state.view(state.player)
    chosen = []
    for seed in (1, 1, 2):
        bot = bots.bot(game, method, **SMALL)
        bot.start(state.game, state.player, seed)
        chosen.append([bot.choose(view) for _ in range(3)])
        explanation = json.loads(json.dumps(bot.explain()))
        assert explanation["action"] == chosen[-1][-1]
        assert {c["action"] for c in explanation["candidates"]} == set(view.legal())
        names = [state.game.action_name(c["action"]) for c in explanation["candidates"]]
        assert [c["name"] for c in explanation["candidates"]] == names
        assert not explanation["oracle"]
    assert chosen[0] == chosen[1]
    (world,) = view.worlds(Stream(5), 1)
    bot.start(state.game, state.player, 2)
    assert [bot.choose(world.view(state.player)) for _ in range(3)] == chosen[2]


def test_rollouts_by_a_rule_natively_or_in_python() -> None:
    state = kibitz.game("ohhell", players=2, schedule=[2]).new(1)
    view = state.view(state.player)
    for policy, engine in (("smart", "native"), ("simple", "python")):
        bot = bots.bot("ohhell", "ismcts", simulations=20, policy=policy)
        bot.start(state.game, state.player, 1)
        bot.choose(view)
        assert bot.explain()["engine"] == (engine if state.game.engine == "native" else "python")


def test_the_same_on_the_python_engine() -> None:
    found = []
    for engine in ("python", None):
        state = kibitz.game("qwixx", engine=engine).new(1)
        bot = bots.bot("qwixx", "mcts", simulations=40, worlds=2)
        bot.start(state.game, state.player, 1)
        bot.choose(state.view(state.player))
        found.append(bot.explain()["candidates"])
    assert found[0] == found[1]


def test_mcts_over_worlds_adds_up_trees_of_worlds() -> None:
    state = kibitz.game("belote").new(1)
    view = state.view(state.player)
    found = mcts_worlds(view, simulations=1000, worlds=5, reward="margin")
    assert found.simulations == 1000
    assert found.worlds == 5
    assert sum(c.visits for c in found.candidates) == 1000
    assert not found.oracle
    assert mcts(state, simulations=10, reward="margin").oracle
    assert mcts_worlds(view, simulations=3, worlds=100, reward="margin").simulations == 3
    assert mcts_worlds(view, seconds=0.02, worlds=3, reward="margin").seconds < 1


def test_a_forced_move_costs_nothing() -> None:
    game = kibitz.game("ohhell", players=2, schedule=[1])
    state = game.new(1)
    while state.phase == "bid":
        state.apply(state.legal()[0])
    assert mcts_worlds(state.view(state.player), simulations=9).ended == "forced"


def test_a_belief_reaches_the_search() -> None:
    """Somebody's high bid changes what the worlds look like, and so the numbers."""
    game = kibitz.game("ohhell", players=3, schedule=[5])
    state = game.new(2)
    state.apply(game.parse_action("bid 4"))
    found = []
    for belief in ("uniform", "bids"):
        tables = {"play": {"method": "rollout", **SMALL}, "belief": {"method": belief}}
        spec = bots.spec("ohhell", tables)
        assert ("belief" in spec.content) == (belief == "bids")
        bot = spec.bot()
        bot.start(game, state.player, 1)
        bot.choose(state.view(state.player))
        found.append(bot.explain()["candidates"])
    assert found[0] != found[1]


def test_pimc_plays_the_cards() -> None:
    game = kibitz.game("belote")
    state = game.new(1)
    for call in ("100S", "pass", "pass", "pass"):
        state.apply(game.parse_action(call))
    for settings in ({"worlds": 5}, {"time_ms": 5.0}, {"worlds": 3, "slip": 0.0, "agree": False}):
        bot = bots.bot("belote", {"bid": {"method": "rule"}, "play": {"method": "pimc"} | settings})
        bot.start(game, state.player, 1)
        assert bot.choose(state.view(state.player)) in state.legal()
        assert bot.explain()["method"] == "pimc"
        assert bot.kind == "search"


def test_a_policy_without_values_plays_whole_rollouts() -> None:
    """Qwixx's rollouts stop after a turn, but only those of a policy that can value positions."""
    content = bots.spec("qwixx", {"play": {"method": "rollout", "policy": "staged"}}).play.content
    assert "turns" not in content
    content = bots.spec("qwixx", {"play": {"method": "rollout"}}).play.content
    assert content["turns"] == 1
    with pytest.raises(BadSpec, match="turns need a policy that values positions"):
        bots.spec("qwixx", {"play": {"method": "rollout", "policy": "staged", "turns": 1}})


SEARCHER = """
'''The method `one_world`: rollouts that bet on a single world.'''

from kibitz.bots.searcher import KEYS, search_method
from kibitz.search.rollout import rollout


def one_world(view, *, worlds, **settings):
    return rollout(view, worlds=1, **settings)


def method(game):
    return search_method(game, "one_world", one_world, KEYS, version=1)
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_searcher_is_one_file(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one_world.py").write_text(SEARCHER)
    monkeypatch.setattr(methods, "__path__", [*methods.__path__, str(tmp_path)])
    try:
        assert "one_world" in methods.method_names(game)
        spec = bots.spec(game, {"play": {"method": "one_world", "simulations": 20}})
        assert spec.content["play"]["method"] == "one_world"
        state = kibitz.game(game).new(3)
        bot = spec.bot()
        bot.start(state.game, state.player, 1)
        assert bot.choose(state.view(state.player)) in state.legal()
        assert {c["action"] for c in bot.explain()["candidates"]} == set(state.legal())
    finally:
        sys.modules.pop("kibitz.bots.methods.one_world", None)
    monkeypatch.undo()
    with pytest.raises(BadSpec, match="no method 'one_world'"):
        bots.spec(game, {"play": {"method": "one_world"}})
