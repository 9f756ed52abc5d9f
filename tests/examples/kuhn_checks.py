"""Checks of the example game, each run in a process that has it installed.

python -m tests.examples.kuhn_checks conformance
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import bots
from kibitz.core import registry
from kibitz.core.rng import Stream
from kibitz.core.state import Outcome, State
from kibitz.core.view import View

GAME = "kuhn"
VALUE = -1 / 18  # of a game, to seat 0
DEALS = [[[a], [b]] for a in range(3) for b in range(3) if a != b]


def chances(_: State) -> list[tuple[Outcome, float]]:
    return [({"hands": hands}, 1 / len(DEALS)) for hands in DEALS]


def found() -> None:
    """By entry points, with nothing of Kibitz changed."""
    assert GAME in kibitz.names()
    assert registry.problems() == {}
    assert bots.names(GAME) == ["cautious", "equilibrium", "ismcts_small", "random", "simple"]
    assert kibitz.game(GAME).engine == "python"
    for layer in ("table", "terminal", "advice", "search", "server"):
        assert registry.find(layer, GAME) is None, "the generic one has to do"


def conformance() -> None:
    """The same random games as ours, on the Python engine."""
    from tests.support.walk import check_position, check_record, check_views, walk

    for seed in range(300):
        rng = random.Random(seed)
        walk(kibitz.game(GAME), seed, rng)
        state = kibitz.game(GAME).new(seed)
        check_views(state, rng)
        check_record(state)
        check_position(state)


def worlds() -> None:
    """Worlds fit what the seat saw, and both other cards come."""
    state = kibitz.game(GAME).new(3)
    while not state.done:
        view = state.view(state.player)
        seen = {str(world.chance) for world in view.worlds(Stream(1), 50)}
        assert len(seen) == 2
        assert all(w.view(view.seat) == view for w in view.worlds(Stream(2), 20))
        state.apply(state.legal()[-1])


def equilibrium() -> None:
    """The value that Kuhn proved, and a strategy that nobody can exploit."""
    from kuhn_poker.players.equilibrium import chance_to_bet  # type: ignore[import-not-found]

    from kibitz.search.exploitability import expected, exploitability

    def policy(view: Any) -> dict[int, float]:
        chance = chance_to_bet(view.hand[0], view.bets)
        return {0: 1 - chance, 1: chance}

    game = kibitz.game(GAME)
    first, second = expected(game, policy, chances)
    assert abs(first - VALUE) < 1e-12
    assert abs(second + VALUE) < 1e-12
    assert abs(exploitability(game, policy, chances)) < 1e-12


def ismcts() -> None:
    """Tree search comes near that value, and is much harder to exploit than chance."""
    from kibitz.search.exploitability import expected, exploitability
    from kibitz.search.ismcts import ismcts as search

    known: dict[Any, dict[int, float]] = {}

    def policy(view: View) -> dict[int, float]:
        key = view.seat, view.history
        if key not in known:
            shares = dict.fromkeys(view.legal(), 0.0)
            for seed in range(4):
                result = search(view, simulations=250, seed=seed, reward="points")
                visits = sum(candidate.visits for candidate in result.candidates)
                for candidate in result.candidates:
                    shares[candidate.action] += candidate.visits / visits / 4
            known[key] = shares
        return known[key]

    game = kibitz.game(GAME)
    value, _ = expected(game, policy, chances)
    assert abs(value - VALUE) < 0.05, value
    chance = exploitability(game, lambda view: dict.fromkeys(view.legal(), 0.5), chances)
    assert exploitability(game, policy, chances) < chance / 2


def rollout() -> None:
    from kibitz.search.rollout import rollout as search

    state = kibitz.game(GAME).new(deal={"hands": [[2], [0]]}, chance="explicit")
    state.apply(0)
    state.apply(1)  # a bet of the jack: a king calls
    assert search(state.view(0), simulations=200, seed=1, reward="points").action == 1


def table() -> None:
    """A game at a table, with messages that the server's models accept."""
    from pydantic import TypeAdapter

    from kibitz.server.messages.games import GameView
    from kibitz.table.projection import Around, project
    from tests.table.tables import ADA, begun, play

    begin = begun(GAME, "me bot")
    message = project(begin, ADA, Around())
    position = message["position"]
    assert [legal["name"] for legal in position["legal"]] == ["pass", "bet"]
    assert {legal["kind"] for legal in position["legal"]} == {"action"}
    view = TypeAdapter(GameView).validate_python(position["view"])
    assert view.text.startswith("You hold the ")
    watched = project(begin, None, Around())
    assert watched["position"]["view"]["text"] is None
    assert "You hold" not in json.dumps(watched)
    assert "data" in watched["history"][0]
    assert watched["history"][0]["data"] == [], "a spectator sees no card of a deal"
    over = play(begin, random.Random(1))
    message = project(over, ADA, Around())
    assert message["result"]["returns"][0] == -message["result"]["returns"][1]
    assert any(line["text"].startswith("Ada: ") for line in message["history"])
    assert message["history"][-1]["text"].startswith("points: ")


def arena() -> None:
    from kibitz.arena.match import play as play_match
    from kibitz.arena.statistics.style import Style, figures

    assert list(figures(GAME)) == ["bets", "bluffs"]
    total = 0.0
    for seed in range(40):
        seated = [bots.bot(GAME, "cautious"), bots.bot(GAME, "equilibrium")]
        total += play_match(kibitz.game(GAME), seated, seed).record["returns"][0]
    assert -40 < total < 40
    assert Style(GAME).tallies == {}


def advice() -> None:
    """Hint, outlook and review by generic search; the advisor says that there is none."""
    from kibitz.advice.advisor.mirror import mirror
    from kibitz.advice.errors import NoAdvisor
    from kibitz.advice.hint import hint
    from kibitz.advice.review import review

    game = kibitz.game(GAME)
    state = game.new(deal={"hands": [[2], [1]]}, chance="explicit")
    advised = hint(state.view(0), "ismcts_small", worlds=20)
    assert advised.outlook is not None
    assert advised.outlook.unit == "score"
    for action in (0, 1, 0):  # the king folds: a mistake
        state.apply(action)
    found = review(game, state.record(), 0, worlds=20)
    assert found.worst[0] == 2
    assert found.judged[-1].loss > 1
    with pytest.raises(NoAdvisor, match="Kuhn poker"):
        mirror(game, 0)


def environments() -> None:
    """Gymnasium, PettingZoo, OpenSpiel, and vector stepping without a native engine."""
    import gymnasium
    import numpy as np
    import pyspiel
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    import kibitz.envs.open_spiel  # for what it registers
    from kibitz import games
    from kibitz.envs import pettingzoo
    from kibitz.envs.gymnasium import env_id

    check_env(gymnasium.make(env_id(games.find(GAME))).unwrapped, skip_render_check=True)
    api_test(pettingzoo.env(GAME), num_cycles=50)
    pyspiel.random_sim_test(pyspiel.load_game("kibitz_kuhn"), 5, serialize=False, verbose=False)
    envs = kibitz.vector(GAME, 8, seed=1)
    ended = 0
    for _ in range(20):
        envs.step(np.ones(8, dtype=np.int64))
        ended += int(envs.done.sum())
    assert ended > 0
    assert np.abs(envs.reward).max() <= 2


def exploitable() -> None:
    """Nothing wins against an equilibrium; and the recipe is found by its entry point."""
    from kuhn_poker.exploitability import exploitability  # type: ignore[import-not-found]
    from kuhn_poker.players.equilibrium import chance_to_bet

    from kibitz.learning import recipe

    assert exploitability(chance_to_bet) == pytest.approx(0.0)
    assert exploitability(lambda *_: 0.0) == pytest.approx(1.0)
    assert recipe.find(GAME).module.__name__ == "kuhn_poker.recipes.ppo"


def exact() -> None:
    """CFR finds the value that Kuhn proved, and the arrays know an equilibrium when they see it."""
    from kuhn_poker.players.equilibrium import chance_to_bet

    from kibitz.learning.tabular import CFR, Tree

    tree = Tree(kibitz.game(GAME))
    assert (len(tree.views), tree.constant_sum) == (12, True)
    assert tree.exploitability(tree.uniform()) == pytest.approx(11 / 24)  # as in OpenSpiel
    solver = CFR(tree)
    solver.run(300)
    assert tree.exploitability(solver.average()) < 1e-3
    assert tree.values(solver.average())[0] == pytest.approx(VALUE, abs=1e-3)
    known = tree.uniform()
    for slot, action in enumerate(tree.action_of_slot):
        view: Any = tree.views[tree.set_of_slot[slot]]
        chance = chance_to_bet(view.hand[0], view.bets)
        known[slot] = chance if action == 1 else 1 - chance
    assert tree.exploitability(known) == pytest.approx(0.0, abs=1e-12)
    assert tree.values(known)[0] == pytest.approx(VALUE)


def learning() -> None:
    """The recipe trains from chance to near an equilibrium; searches teach, too."""
    import tempfile

    from kuhn_poker.exploitability import exploitability, of_net

    from kibitz.learning import recipe, start

    with tempfile.TemporaryDirectory() as folder:
        sets = ["eval_games=0", "overlap=no", "precision=float32"]
        run = start.begun(recipe.find(GAME), None, sets, Path(folder))
        assert exploitability(of_net(run.learner.net())) > 0.2
        assert run.go() == "finished"
        assert exploitability(of_net(run.learner.net())) < 0.05
        for what, more in (
            ("expert", ["steps=100", "expert_worlds=2"]),
            ("imitate", ["search=ismcts", "imitate_steps=100", "search_simulations=20"]),
        ):
            words = [f"name={what}", "expert_chunk=100", "eval_games=0", *more]
            assert start.begun(recipe.find(GAME, what), None, words, Path(folder)).go()


CHECKS: dict[str, Callable[[], None]] = {
    check.__name__: check
    for check in (
        found,
        conformance,
        worlds,
        equilibrium,
        ismcts,
        rollout,
        table,
        arena,
        advice,
        environments,
        exploitable,
        exact,
    )
}

if __name__ == "__main__":
    assert Path("examples/kuhn_poker").is_dir(), "run at the top of the repository"
    (CHECKS | {"learning": learning})[sys.argv[1]]()
