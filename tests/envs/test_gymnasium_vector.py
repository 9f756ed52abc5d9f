"""Gymnasium's vector environment: made by make_vec, spaces, episodes that end in the same step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kibitz import games
from kibitz.envs import gymnasium as registered
from kibitz.errors import BadOption, IllegalAction, StaleAction
from tests.support.found import GAMES

gymnasium = pytest.importorskip("gymnasium")


def make(name: str, num_envs: int, **words: Any) -> Any:
    return gymnasium.make_vec(registered.env_id(games.find(name)), num_envs, **words)


def draw(infos: dict[str, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    return np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])


@pytest.mark.parametrize("name", GAMES)
def test_episodes_end_and_begin_in_the_same_step(name: str) -> None:
    envs = make(name, 5, seat="random", skip_forced=True)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    rng = np.random.default_rng(1)
    observation, infos = envs.reset(seed=4)
    ended = 0
    for _ in range(400):
        assert observation in envs.observation_space
        seat = infos["seat"]
        observation, reward, over, cut, infos = envs.step(draw(infos, rng))
        assert not cut.any()
        assert reward.shape == (5,)
        if not over.any():
            assert "final_obs" not in infos
            continue
        final = infos["final_info"]
        for e in np.flatnonzero(over):
            ended += 1
            assert infos["final_obs"][e] in envs.single_observation_space
            assert final["outcome"][e].sum() == pytest.approx(1)
            assert final["seat"][e] == seat[e]
        assert infos["_final_obs"].tolist() == over.tolist()
        assert all(infos["final_obs"][e] is None for e in np.flatnonzero(~over))
    assert ended


def test_rewards_add_up_to_what_the_single_environment_pays() -> None:
    envs = make("ohhell", 3, players=3, schedule=[2, 3], reward="raw", opponents="smart", seat=1)
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=4)
    sums, games = np.zeros(3), 0
    while games < 10:
        assert (infos["seat"] == 1).all()
        _, reward, over, _, infos = envs.step(draw(infos, rng))
        sums += reward
        for e in np.flatnonzero(over):
            assert sums[e] == infos["final_info"]["returns"][e, 1]
            sums[e] = 0
            games += 1


def test_seeds_repeat_and_later_resets_differ() -> None:
    envs = make("belote", 2, opponents="rule")
    first, _ = envs.reset(seed=3)
    assert np.array_equal(first, envs.reset(seed=3)[0])
    second, _ = envs.reset()
    assert not np.array_equal(first, second)
    envs.reset(seed=3)
    assert np.array_equal(second, envs.reset()[0])


def test_mixed_player_counts_and_encodings() -> None:
    envs = make("qwixx", 4, options=[{"players": 2}, {"players": 4}], encoding="v2")
    observation, infos = envs.reset(seed=1)
    assert observation in envs.observation_space
    assert envs.action_masks().tolist() == infos["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize("num_envs", [2, 4, 7, 8])
def test_a_random_seat_is_any_seat_of_the_table(num_envs: int) -> None:
    """However many games there are, and whatever the sizes of their tables."""
    for engine in ("native", "python"):
        kinds = [{"players": 3}, {"players": 5}]
        envs = make("ohhell", num_envs, options=kinds, seat="random", schedule=[1], engine=engine)
        rng = np.random.default_rng(1)
        _, infos = envs.reset(seed=4)
        seats: list[set[int]] = [set() for _ in range(num_envs)]
        for _ in range(150):
            for e, seat in enumerate(infos["seat"]):
                seats[e].add(int(seat))
            infos = envs.step(draw(infos, rng))[-1]
        assert seats == [set(range(3 if e % 2 == 0 else 5)) for e in range(num_envs)]


def test_a_teachers_action_is_beside_the_observation() -> None:
    words: dict[str, Any] = {"players": 3, "schedule": [4], "teacher": "sharp"}
    envs = make("ohhell", 3, opponents="sharp", **words)
    seated = make("ohhell", 3, seating=["learner", "sharp", "sharp"], **words)
    _, infos = envs.reset(seed=2)
    _, same = seated.reset(seed=2)
    for _ in range(30):
        assert infos["_teacher"].all()
        assert infos["action_mask"][np.arange(3), infos["teacher"]].all()
        assert infos["teacher"].tolist() == same["teacher"].tolist()
        infos = envs.step(infos["teacher"])[-1]
        same = seated.step(same["teacher"])[-1]
    assert "teacher" not in make("ohhell", 1).reset(seed=1)[1]


def test_the_caller_may_act_for_every_seat() -> None:
    """A reward is that of the seat to act, since its own last decision, as in the single one."""
    words = {"players": 3, "schedule": [2, 3], "reward": "raw"}
    envs = make("ohhell", 3, seat="all", **words)
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=4)
    sums, ended = np.zeros((3, 3)), 0
    while ended < 9:
        _, reward, over, _, infos = envs.step(draw(infos, rng))
        for e in range(3):
            if over[e]:
                sums[e] += infos["final_info"]["rewards"][e]
                assert (
                    reward[e] == infos["final_info"]["rewards"][e, infos["final_info"]["seat"][e]]
                )
                assert sums[e].tolist() == infos["final_info"]["returns"][e].tolist()
                sums[e], ended = 0, ended + 1
            else:
                sums[e, infos["seat"][e]] += reward[e]


def test_kinds_are_drawn_by_weight_and_rewards_scaled() -> None:
    kinds = [{"players": 2}, {"players": 4}]
    envs = make("ohhell", 40, options=kinds, weights=[0, 1], schedule=[1], reward="returns",
                reward_scale=0.1, seating=["smart", "learner", "random", "sharp"])  # fmt: skip
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=4)
    for _ in range(20):
        assert (infos["seat"] == 1).all()
        _, reward, over, _, infos = envs.step(draw(infos, rng))
        if over.any():
            returns = infos["final_info"]["returns"]
            assert reward[over] == pytest.approx(0.1 * returns[over, 1])
            assert (returns[over, 2:].sum() > 0) or not returns[over].any()


def test_refusals() -> None:
    envs = make("ohhell", 2)
    with pytest.raises(StaleAction):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    with pytest.raises(IllegalAction):
        envs.step(np.zeros(2, np.int64))  # a card, before the bids
    with pytest.raises(BadOption, match="one seed"):
        envs.reset(seed=[1, 2])
    with pytest.raises(BadOption, match="cannot be rendered"):
        make("ohhell", 2, render_mode="ansi")
    with pytest.raises(BadOption, match="weights one each"):
        make("ohhell", 2, weights=[1, 2])
    with pytest.raises(BadOption, match="leave out seat"):
        make("ohhell", 2, seat=1, seating=["learner"] * 4)
    with pytest.raises(BadOption, match="no opponents"):
        make("ohhell", 2, seat="all", opponents="smart")
    with pytest.raises(BadOption, match="tables of one size"):
        make("ohhell", 2, opponents=["smart"])
