"""Qwixx's search player: whole turns as plans, the same from every world, and strong."""

from __future__ import annotations

import random
from typing import Any

import pytest
from benchmarks.strength.qwixx_ladder import PUBLISHED

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.errors import BadSpec
from kibitz.nets import qwixx_value
from kibitz.players.qwixx.plans import plans
from kibitz.players.qwixx.turn import turn
from kibitz.players.qwixx.value import CLOSE, ValueRule
from tests.support.found import replay_line

ORDERS = ("sequential", "simultaneous")


def decisions(order: str, seed: int, players: int = 2) -> list[kibitz.State]:
    """Decisions of a random game where plans begin differently."""
    state = kibitz.game("qwixx", players=players, order=order).new(seed)
    rng = random.Random(seed)
    found: list[kibitz.State] = []
    while not state.done:
        if len({plan[0] for plan in plans(state.view(state.player))}) > 1:
            found.append(state.copy())
        state.apply(rng.choice(state.legal()))
    return found


def explained(state: kibitz.State, seed: int, **settings: Any) -> tuple[int, Any]:
    bot = bots.bot("qwixx", "mcts", **settings)
    bot.start(state.game, state.player, seed)
    action = bot.choose(state.view(state.player))
    return action, bot.explain()["candidates"]


@pytest.mark.parametrize("order", ORDERS)
def test_plans_are_the_close_turns(order: str) -> None:
    for state in decisions(order, 1) + decisions(order, 2, players=3):
        view = state.view(state.player)
        now, found = turn(view), plans(view)
        values = [value for _, value in ValueRule(qwixx_value.load()).rated(view)[1]]
        close = [value for value in values if value >= max(values) - CLOSE]
        assert len(set(found)) == len(found) == len(close) > 1
        assert {plan[0] for plan in found} <= set(view.legal()), replay_line(state)
        whole = now.own and view.phase == "white"
        assert {len(plan) for plan in found} == {2 if whole else 1}
        if whole and order == "sequential":  # nobody acts between the steps
            for white, colour in found:
                then = state.copy()
                then.apply(white)
                assert colour in then.legal(), replay_line(state)


@pytest.mark.parametrize("order", ORDERS)
def test_the_same_view_and_seed_the_same_numbers(order: str) -> None:
    """From another world too, where other dice will fall."""
    others = 0
    for i, state in enumerate(decisions(order, 3)[::3]):
        mine = explained(state, 5, simulations=200)
        assert explained(state, 5, simulations=200) == mine
        other = state.view(state.player).worlds(kibitz.Stream(i))[0]
        assert explained(other, 5, simulations=200) == mine, replay_line(state)
        others += explained(state, 6, simulations=200)[1] != mine[1]
    assert others > 5, "another seed rolls other dice"


@pytest.mark.parametrize("order", ORDERS)
def test_the_same_on_the_python_engine(order: str) -> None:
    for state in decisions(order, 4)[-5:]:
        book = kibitz.game("qwixx", players=2, order=order, engine="python")
        plain = book.rebuild(state.chance, state.actions, state.start)
        one, two = (explained(s, 1, simulations=12) for s in (state, plain))
        assert one == two, replay_line(state)


def test_ends_a_game_that_it_wins() -> None:
    """A fourth strike that wins at once is sensible; so is a lock that does."""
    position = {
        "step": "white", "active": 0, "dice": 0, "sheets": [[31, 0, 31, 0], [0] * 4],
        "strikes": [3, 0], "closed": [False] * 4, "marked": False, "answers": [],
    }  # fmt: skip
    state = kibitz.game("qwixx", order="sequential").new(position=position)
    assert plans(state.view(0))[0] == (0, 0)
    assert explained(state, 1)[0] == 0


def test_beats_the_published_weights() -> None:
    """A small sample on fixed dice; benchmarks/strength/qwixx_search.py has the figure."""
    game = kibitz.game("qwixx", players=2, order="sequential")
    other = {"play": {"method": "ga", "weights": list(PUBLISHED)}}
    won, margin = 0, 0.0
    for seed in range(500, 515):
        for seat in (0, 1):
            seated = [bots.bot("qwixx", other) for _ in range(2)]
            seated[seat] = bots.bot("qwixx", "mcts", simulations=100)
            points = play(game, seated, seed).returns
            won += points[seat] > points[1 - seat]
            margin += points[seat] - points[1 - seat]
    assert won > 15, f"{won} of 30"  # 20 are to be expected
    assert margin > 0


def test_other_games_have_no_plans() -> None:
    with pytest.raises(BadSpec, match="ohhell has no plans"):
        bots.spec("ohhell", {"play": {"method": "rollout", "plans": True}}).bot()
    with pytest.raises(BadSpec, match="plans"):
        bots.spec("qwixx", {"play": {"method": "ismcts", "plans": True}})
