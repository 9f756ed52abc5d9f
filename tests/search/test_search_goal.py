"""Searches that read the match: both engines value it alike, and near its end they play for it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.core import engine
from kibitz.core.state import CHANCE
from kibitz.errors import BadOption
from kibitz.search.games.belote.goal import Goal
from kibitz.search.goal import goal_of
from kibitz.search.ismcts import ismcts
from kibitz.search.pimc import pimc
from kibitz.search.rollout import rollout
from tests.search.twins import numbers

MARGIN = {"reward": "margin", "horizon": "deal"}


def in_match(
    totals: tuple[int, int], seed: int, tricks: int, engine: str | None = None
) -> kibitz.State:
    """A deal of a match with these totals, after some tricks by the rule player."""
    game = kibitz.game("belote", match=True, **({"engine": engine} if engine else {}))
    empty = kibitz.game("belote").new(chance="explicit").position()
    deals = 2 + max(totals) // 1000 if max(totals) else 1  # a void one at 0-0
    before = {"deals": deals, "totals": list(totals), "dealer": seed % 4, "player": CHANCE}
    state = game.new(position=empty | before, seed=seed)
    bot = bots.bot("belote", "rule")
    while state.phase == "bid" or (state.phase == "play" and len(_hand(state)) > 8 - tricks):
        bot.start(state.game, state.player, 1)
        state.apply(bot.choose(state.view(state.player)))
    return state


def _hand(state: kibitz.State) -> Any:
    return state.position()["hands"][state.player]


def late(seed: int, cards: int, totals: tuple[int, int] = (1850, 1700)) -> kibitz.State | None:
    state = in_match(totals, seed, 8 - cards)
    while state.phase == "play" and len(state.legal()) == 1:
        state.apply(state.legal()[0])
    return state if state.phase == "play" else None


@pytest.mark.native_smoke
def test_the_native_goal_is_the_same() -> None:
    rng = random.Random(1)
    for _ in range(300):
        target = rng.choice([500, 1000, 2000, 5000])
        own, other = rng.randrange(target), rng.randrange(target)
        goal = Goal(own, other, target, leads=rng.random() < 0.5, last=rng.random() < 0.1)
        twin = goal.native(engine.native())
        a, b = rng.randrange(600), rng.randrange(600)
        assert twin.worth(a, b) == float(goal.worths(np.array(a), np.array(b)))


def test_a_goal_has_two_sides() -> None:
    goal = Goal(1500, 1720, 2000, leads=True)
    scores = np.array([90.0, 0.0, 250.0]), np.array([70.0, 320.0, 0.0])
    assert goal.worths(*scores) == pytest.approx(-goal.turned().worths(*scores[::-1]))
    assert goal.worths(np.array([300]), np.array([0]))[0] > 0


def test_a_point_is_a_point_while_the_match_is_open() -> None:
    goal = Goal(0, 0, 2000, leads=True)
    assert goal.worths(np.array([200, 0]), np.array([0, 200])) == pytest.approx(
        [200, -200], rel=0.1
    )
    decided = Goal(1990, 100, 2000, leads=True)
    assert (
        abs(decided.worths(np.array([0]), np.array([250]))[0]) < 50
    )  # hardly anything is at stake


@pytest.mark.native_smoke
@pytest.mark.parametrize("search", [rollout, ismcts])
def test_both_engines_search_alike(search: Any) -> None:
    found = 0
    for seed in range(1, 8):
        state = late(seed, 3)
        if state is None:
            continue
        view = state.view(state.player)
        wanted = {"simulations": 60, "seed": seed, "worlds_native": False, "equity": True} | MARGIN
        twin, book = (search(view, engine=one, **wanted) for one in ("native", "python"))
        assert numbers(twin)[1:] == numbers(book)[1:]
        for a, b in zip(twin.candidates, book.candidates, strict=True):
            assert a.visits == b.visits
            assert a.value == pytest.approx(b.value)
        found += 1
    assert found > 3


@pytest.mark.native_smoke
def test_both_engines_solve_alike() -> None:
    for seed in range(1, 8):
        state = late(seed, 2)
        if state is None:
            continue
        view = state.view(state.player)
        wanted = {"worlds": 5000, "agree": False, "seed": seed, "equity": True}
        twin, book = (pimc(view, engine=one, **wanted) for one in ("native", "python"))
        for a, b in zip(twin.candidates, book.candidates, strict=True):
            assert a.value == pytest.approx(b.value)


def test_the_value_is_the_mean_worth_of_the_scores() -> None:
    """One card left: every world is decided, and its score is worth what the goal says."""
    state = late(3, 2)
    assert state is not None
    view = state.view(state.player)
    goal = goal_of(view)
    assert goal is not None
    found = pimc(view, worlds=5000, agree=False, slip=0, equity=True)
    plain = pimc(view, worlds=5000, agree=False, slip=0)
    values = {c.action: c.value for c in found.candidates}
    margins = {c.action: c.value for c in plain.candidates}
    assert values != margins
    # More points never harm, so both rank the cards of one world alike; means may differ.
    assert set(values) == set(margins)


def test_the_totals_change_the_card() -> None:
    """Open, the ten of clubs is as good as any; at 1,700 to 1,880 the deal must be won."""
    cards = []
    for totals in ((0, 0), (1700, 1880)):
        state = in_match(totals, 100, 4)
        view = state.view(state.player)
        found = pimc(view, worlds=40, seed=1, agree=False, equity=True)
        plain = pimc(view, worlds=40, seed=1, agree=False)
        cards.append([state.game.action_name(one.action) for one in (found, plain)])
    assert cards == [["10C", "10C"], ["AS", "10C"]]


def test_outside_a_match_nothing_changes() -> None:
    state = kibitz.game("belote").new(3)
    assert goal_of(state.view(state.player)) is None
    bot = bots.bot("belote", "rule")
    while state.phase == "bid":
        bot.start(state.game, state.player, 1)
        state.apply(bot.choose(state.view(state.player)))
    view = state.view(state.player)
    assert numbers(pimc(view, worlds=8, seed=2, equity=True)) == numbers(
        pimc(view, worlds=8, seed=2)
    )


def test_equity_needs_margins_of_deals() -> None:
    view = kibitz.game("belote").new(3).view(0)
    with pytest.raises(BadOption, match="equity needs"):
        rollout(view, simulations=10, equity=True, reward="points", horizon="deal")
    with pytest.raises(BadOption, match="true or false"):
        rollout(view, simulations=10, equity=1, **MARGIN)
