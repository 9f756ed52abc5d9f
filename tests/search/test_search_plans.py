"""Rollout over plans, with halving and soft rewards: one algorithm on both engines."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadOption, Malformed
from kibitz.players.qwixx import ga
from kibitz.players.qwixx.plans import plans
from kibitz.search.ismcts import ismcts
from kibitz.search.rollout import rollout
from kibitz.search.simulation import soften
from tests.search.twins import decision, numbers
from tests.support.found import GAMES, replay_line


def decisions(order: str, players: int, seed: int, first: int) -> list[kibitz.State]:
    """Decisions of the end of a game, where rollouts in Python are short."""
    state = kibitz.game("qwixx", players=players, order=order).new(seed)
    rng, found = random.Random(seed), []
    while not state.done:
        if len(state.legal()) > 1:
            found.append(state.copy())
        state.apply(rng.choice(state.legal()))
    return found[first:]


@pytest.mark.parametrize("name", GAMES)
def test_halving_and_soft_rewards_are_the_same_on_both_engines(name: str) -> None:
    compared = 0
    for seed in range(6):
        state = decision(name, seed)
        if state is None:
            continue
        view = state.view(state.player)
        wanted: dict[str, Any] = {"simulations": 50, "seed": seed, "worlds": 7, "reward": "soft"}
        wanted |= {"worlds_native": False, "softness": 3.5}
        for method, more in ((rollout, {"halving": True}), (rollout, {}), (ismcts, {})):
            twin = method(view, **wanted, **more)
            book = method(view, engine="python", **wanted, **more)
            assert numbers(twin) == numbers(book), replay_line(state)
        compared += 1
    assert compared


@pytest.mark.parametrize(
    ("order", "players"), [("sequential", 2), ("simultaneous", 2), ("simultaneous", 3)]
)
def test_plans_are_the_same_on_both_engines(order: str, players: int) -> None:
    wanted: dict[str, Any] = {"simulations": 14, "seed": 3, "worlds": 4, "worlds_native": False}
    searched = 0
    for state in decisions(order, players, 5, -12):
        view = state.view(state.player)
        for halving in (True, False):
            more = {"plans": plans, "halving": halving, "reward": "soft"}
            twin = rollout(view, policy="ga", **wanted, **more)
            book = rollout(view, policy=ga.choose, **wanted, **more)
            assert (twin.engine, book.engine) == ("native", "python")
            assert numbers(twin) == numbers(book), replay_line(state)
            searched += twin.ended == "simulations"
    assert searched > 4


def test_plans_that_break_off_are_the_same_on_both_engines() -> None:
    """In the order simultaneous a row may close, or the game end, between the two steps."""

    def all_pairs(view: kibitz.View) -> list[tuple[int, ...]]:
        return [(a, *more) for a in view.legal() for more in ((), (5, 1), (9,), (99,), (12, 0))]

    for state in decisions("simultaneous", 2, 8, -15):
        wanted: dict[str, Any] = {"simulations": 60, "plans": all_pairs, "halving": True}
        found = [rollout(state.view(state.player), engine=e, **wanted) for e in (None, "python")]
        assert numbers(found[0]) == numbers(found[1]), replay_line(state)


def test_an_action_is_worth_its_best_plan() -> None:
    state = kibitz.game("qwixx", order="sequential").new(3)
    view = state.view(state.player)
    first, second = view.legal()[1:3]
    many = [(first, 0), (first,), (second, 0)]
    found = rollout(view, simulations=300, plans=lambda _: many, policy="ga", reward="margin")
    alone = rollout(view, simulations=100, plans=lambda _: [many[1], many[2]], reward="margin")
    assert found.simulations == 300
    visits = {c.action: c.visits for c in found.candidates}
    assert visits == {a: 100 if a in (first, second) else 0 for a in view.legal()}
    assert [c.value is None for c in found.candidates] == [not n for n in visits.values()]
    assert alone.simulations == 100


def test_plans_with_one_beginning_need_no_search() -> None:
    state = kibitz.game("qwixx", order="sequential").new(3)
    view = state.view(state.player)
    found = rollout(view, simulations=300, plans=lambda v: [(v.legal()[1], 0), (v.legal()[1],)])
    assert (found.ended, found.action, found.simulations) == ("forced", view.legal()[1], 0)


@pytest.mark.parametrize("bad", [[], [()], [(12,)], [(0,), (-1,)]])
def test_plans_that_cannot_be_are_refused(bad: list[tuple[int, ...]]) -> None:
    state = kibitz.game("qwixx", order="sequential").new(3)  # the white step: 12 is a colour mark
    with pytest.raises(BadOption, match="plans must start with legal actions"):
        rollout(state.view(0), simulations=10, plans=lambda _: bad)
    with pytest.raises(BadOption, match="plans must be a function"):
        rollout(state.view(0), simulations=10, plans=bad)


@pytest.mark.parametrize("plan", [[], [12], [99], [-1]])
def test_the_native_search_refuses_them_too(plan: list[int]) -> None:
    state = kibitz.game("qwixx", order="sequential", engine="native").new(3)
    module = __import__("kibitz._native", fromlist=["_native"])
    search = module.qwixx_search(
        options=state.game.flat_options, seeds=[1, 1], seat=0, flat=True, policy=0, memory=[],
        numbers=[], observer=0, exploration=0.7, reward=0, softness=1, to_deal=False, dice=True,
        turns=0, plans=[[0], plan],
    )  # fmt: skip
    with pytest.raises(Malformed, match="plans of a search"):
        search.add_world(state)


@pytest.mark.parametrize("threads", [1, 3])
def test_halving_gives_the_better_ones_more(threads: int) -> None:
    state = kibitz.game("belote").new(1)
    view = state.view(state.player)
    wanted: dict[str, Any] = {"simulations": 6000, "reward": "margin", "threads": threads}
    found = rollout(view, halving=True, **wanted)
    visits = sorted(c.visits for c in found.candidates)
    assert 0.8 * 6000 < found.simulations <= 6000
    assert found.simulations == sum(visits)
    assert visits[-1] > 5 * visits[0] > 0
    best = max(found.candidates, key=lambda c: (c.visits, c.value or 0))
    assert found.action == best.action
    plain = {c.action: c.value for c in rollout(view, **wanted).candidates}
    assert found.action in sorted(plain, key=lambda a: -(plain[a] or 0))[:3]


def test_halving_keeps_to_its_time_and_stops() -> None:
    state = kibitz.game("belote").new(1)
    view = state.view(state.player)
    found = rollout(view, seconds=0.03, halving=True, reward="margin")
    assert (found.ended, found.action in view.legal()) == ("seconds", True)
    assert found.seconds < 1
    stopped = rollout(view, simulations=10**8, halving=True, reward="margin", stop=lambda: True)
    assert stopped.ended == "stop"


def test_soft_shares() -> None:
    assert soften([10.0, 10.0], 5.0) == [0.5, 0.5]
    one, two = soften([15.0, 10.0], 5.0)
    assert one / two == pytest.approx(2.718281828)
    assert sum(soften([0.0, 700.0, 10_000.0], 1.0)) == pytest.approx(1.0)


def test_alone_soft_is_points() -> None:
    state = kibitz.game("qwixx", players=1).new(2)
    for method in (rollout, ismcts):
        wanted: dict[str, Any] = {"simulations": 200, "policy": "ga"}
        found = [method(state.view(0), reward=r, **wanted) for r in ("soft", "points")]
        assert found[0].candidates == found[1].candidates
        assert all((c.value or 0) > 1 for c in found[0].candidates)
    with pytest.raises(BadOption, match="softness must be a number"):
        rollout(state.view(0), simulations=1, softness=0)
    with pytest.raises(BadOption, match="halving must be true or false"):
        rollout(state.view(0), simulations=1, halving=1)
