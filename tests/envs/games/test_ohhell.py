"""The rewards of Oh Hell against the positions that a replay passes."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import kibitz
from kibitz.envs import pettingzoo
from kibitz.envs.gymnasium import KibitzEnv
from tests.envs.episodes import play
from tests.games.ohhell.habits import rules


def rounds_of(state: kibitz.State) -> Iterator[dict[str, Any]]:
    """The position at the end of every round, from a replay that stops at each deal."""
    game = state.game
    again = game.new(chance="explicit")
    actions = iter(state.actions)
    for deal in state.chance:
        again.apply_chance(deal)
        while again.player >= 0:
            again.apply(next(actions))
        yield again.position()


def expected(state: kibitz.State, seat: int, reward: str) -> list[float]:
    schedule = state.game.schedule
    paid = []
    for p, size in zip(rounds_of(state), schedule, strict=True):
        bid, tricks = p["bids"][seat], p["tricks"][seat]
        if reward == "shaped":
            missed = -0.2 * abs(bid - tricks) / size
            paid.append((10 + bid) / (10 + max(schedule)) if bid == tricks else missed)
        else:
            points = tricks if state.game.options["miss"] == "tricks" else 0
            paid.append(10 + bid if bid == tricks else points)
    return paid


def options(rng: random.Random) -> dict[str, Any]:
    return rules(rng) | {
        "players": rng.randint(2, 5),
        "schedule": [rng.randint(1, 6) for _ in range(4)],
        "no_trump_rounds": rng.randint(0, 2),
    }


@pytest.mark.parametrize("reward", ["shaped", "raw"])
def test_every_round_is_paid(reward: str) -> None:
    rng = random.Random(1)
    for seed in range(15):
        env = KibitzEnv("ohhell", reward=reward, seat="random", **options(rng))
        steps = play(env, rng, seed)
        assert env._state is not None
        want = expected(env._state, env.seat, reward)
        paid = [step[1] for step in steps if step[1]]
        assert paid == pytest.approx([x for x in want if x])


def test_shaped_is_the_default_and_the_best_round_pays_one() -> None:
    env = KibitzEnv("ohhell")
    assert env._reward is KibitzEnv("ohhell", reward="shaped")._reward
    assert env._reward.lowest(env.game) == pytest.approx(-0.2 * 23)


def test_all_seats_are_paid_in_pettingzoo() -> None:
    rng = random.Random(2)
    env = pettingzoo.raw_env("ohhell", **options(rng))
    for seed in range(5):
        env.reset(seed=seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        while not all(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(rng.choice(mask.nonzero()[0]))
            for agent in env.agents:
                paid[agent] += env.rewards[agent]
        for seat, agent in enumerate(env.possible_agents):
            want = sum(expected(env._state, seat, "shaped"))
            assert paid[agent] == pytest.approx(want)
