"""Positions whose answer is known: forced wins, endings by brute force, the last turn of Qwixx."""

import itertools
import random
import statistics
from typing import Any

import pytest

import kibitz
from kibitz.games.qwixx.rules import PASS
from kibitz.search.ismcts import ismcts
from kibitz.search.mcts import mcts
from kibitz.search.rollout import rollout

# An ending between two -------------------------------------------------------------------------


def minimax(state: kibitz.State, seat: int) -> float:
    """The margin of `seat` with best play of both, all cards open."""
    if state.done:
        mine, other = state.returns()[seat], state.returns()[1 - seat]
        return mine - other
    values = [minimax(after(state, action), seat) for action in state.legal()]
    return max(values) if state.player == seat else min(values)


def after(state: kibitz.State, action: int) -> kibitz.State:
    copy = state.copy()
    copy.apply(action)
    return copy


@pytest.mark.parametrize("seed", range(10))
def test_mcts_finds_the_best_of_an_open_ending(seed: int) -> None:
    state = kibitz.game("ohhell", players=2, schedule=[3]).new(seed)
    while state.phase == "bid":
        state.apply(random.Random(seed).choice(state.legal()))
    found = mcts(state, simulations=4000, reward="margin", policy="random")
    values = {action: minimax(after(state, action), state.player) for action in state.legal()}
    assert values[found.action] == max(values.values())
    assert found.oracle


# One card each: after the last bid all is forced -----------------------------------------------


@pytest.mark.parametrize("method", [rollout, ismcts])
@pytest.mark.parametrize("seed", range(4))
def test_the_value_is_the_mean_over_all_worlds(method: Any, seed: int) -> None:
    game = kibitz.game("ohhell", players=2, schedule=[1], hook=False)
    state = game.new(seed)
    state.apply(state.legal()[1])
    seat, deal = state.player, state.chance[0]
    rewards: dict[int, list[float]] = {action: [] for action in state.legal()}
    for card in range(52):
        if card in (*deal["hands"][seat], deal["turned"]):
            continue
        hands = [list(hand) for hand in deal["hands"]]
        hands[1 - seat] = [card]
        for action, into in rewards.items():
            world = game.new(deal=deal | {"hands": hands})
            for bid in (*state.actions, action):
                world.apply(bid)
            while not world.done:
                world.apply(world.legal()[0])
            into.append(world.returns()[seat])
    found = method(state.view(seat), simulations=20_000, reward="points", seed=seed)
    for candidate in found.candidates:
        exact, spread = (
            f(rewards[candidate.action]) for f in (statistics.fmean, statistics.pstdev)
        )
        assert candidate.value is not None
        slack = 5 * (spread + 0.01) / candidate.visits**0.5
        assert candidate.value == pytest.approx(exact, abs=slack)
    best = max(rewards, key=lambda action: statistics.fmean(rewards[action]))
    assert found.action == best


def test_rollouts_agree_with_every_world_and_every_line() -> None:
    """Two cards each, uniform play: the mean over all hidden hands, all lines weighed."""
    game = kibitz.game("ohhell", players=2, schedule=[2])
    state = game.new(2)
    while state.phase == "bid":
        state.apply(state.legal()[0])
    seat, deal = state.player, state.chance[0]
    unseen = [c for c in range(52) if c not in (*deal["hands"][seat], deal["turned"])]
    exact: dict[int, list[float]] = {action: [] for action in state.legal()}
    for hand in itertools.combinations(unseen, 2):
        hands = [list(h) for h in deal["hands"]]
        hands[1 - seat] = list(hand)
        world = game.new(deal=deal | {"hands": hands})
        for action in state.actions:
            world.apply(action)
        for action, into in exact.items():
            into.append(expected(after(world, action), seat))
    view = state.view(seat)
    found = rollout(view, simulations=40_000, reward="points", policy="random")
    for candidate in found.candidates:
        assert candidate.value is not None
        assert candidate.error is not None
        mean = statistics.fmean(exact[candidate.action])
        assert candidate.value == pytest.approx(mean, abs=5 * candidate.error + 0.01)


def expected(state: kibitz.State, seat: int) -> float:
    if state.done:
        return state.returns()[seat]
    return statistics.fmean(expected(after(state, action), seat) for action in state.legal())


# Qwixx: the last turn --------------------------------------------------------------------------


def last_turn(ahead: bool) -> kibitz.State:
    """Seat 0 has three strikes and has not marked: to pass ends the game, won or lost."""
    some, less = 0b111, 0b1  # 6 points a row, and 1
    sheets = [[some] * 4, [less if ahead else some] * 4]
    position = {
        "step": "colour",
        "active": 0,
        "dice": 0,
        "sheets": sheets,
        "strikes": [3, 0 if not ahead else 3],
        "closed": [False] * 4,
        "marked": False,
        "answers": [],
    }
    game = kibitz.game("qwixx", order="sequential")
    for roll in range(6**6):
        state = game.new(1, position=position | {"dice": roll})
        if len(state.legal()) > 1:
            return state
    raise AssertionError("no roll lets seat 0 mark")


@pytest.mark.parametrize("method", [rollout, ismcts, mcts])
def test_qwixx_ends_the_game_when_that_wins(method: Any) -> None:
    state = last_turn(ahead=True)
    found = method(state if method is mcts else state.view(0), simulations=2000)
    values = {c.action: c.value for c in found.candidates}
    assert values[PASS] == 1.0
    assert values[found.action] == 1.0


@pytest.mark.parametrize("method", [rollout, ismcts, mcts])
def test_qwixx_never_strikes_into_a_loss(method: Any) -> None:
    state = last_turn(ahead=False)
    found = method(state if method is mcts else state.view(0), simulations=4000, reward="outcome")
    values = {c.action: c.value for c in found.candidates}
    assert values[PASS] == 0.0
    assert found.action != PASS
    assert values[found.action] > 0
