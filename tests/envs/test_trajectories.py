"""Trajectories link each seat's decisions, pay them, and hand out whole games only."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import BadOption
from kibitz.envs.trajectories import Trajectories


def collect(steps: int, lam: float = 1.0) -> tuple[Trajectories, list[dict[str, np.ndarray]]]:
    envs = kibitz.vector(
        "ohhell", 8, seed=3, players=3, schedule=[2], reward="outcome", skip_forced=True
    )
    games, rng, taken = Trajectories(envs, lam=lam), np.random.default_rng(1), []
    for step in range(steps):
        action = np.where(envs.mask, rng.random(envs.mask.shape), -1).argmax(axis=1)
        games.step(action, value=rng.random(8))
        if step % 7 == 6:
            taken.append(games.take())
    return games, taken


def test_returns_are_those_of_the_games() -> None:
    """With lambda 1, the target of every decision is what its seat got: outcomes sum to 1."""
    _, taken = collect(70)
    total = sum(float(batch["reward"].sum()) for batch in taken)
    for batch in taken:
        assert np.allclose(batch["target"], np.where(batch["target"] > 0.01, batch["target"], 0))
        assert ((batch["target"] >= -1e-9) & (batch["target"] <= 1 + 1e-9)).all()
    assert total > 5


def test_nothing_is_lost_and_nothing_comes_twice() -> None:
    """Taking often or once gives the same decisions."""
    games, taken = collect(63)
    once, _ = collect(0)
    rng = np.random.default_rng(1)
    for _ in range(63):
        envs = once.envs
        action = np.where(envs.mask, rng.random(envs.mask.shape), -1).argmax(axis=1)
        once.step(action, value=rng.random(8))
    assert once.ready == sum(len(batch["action"]) for batch in taken)
    whole = once.take()
    parts = {name: np.concatenate([batch[name] for batch in taken]) for name in whole}
    for name in ("target", "advantage", "reward", "action"):
        assert np.allclose(np.sort(whole[name]), np.sort(parts[name])), name
    assert games.ready == 0


def test_the_advantage_is_gae() -> None:
    """One seat alone: compare with the definition."""
    envs = kibitz.vector("qwixx", 1, seed=2, players=1, reward="scores")
    games, rng, values = Trajectories(envs, gamma=0.9, lam=0.8), np.random.default_rng(2), []
    while not games.ready:
        action = np.where(envs.mask, rng.random(envs.mask.shape), -1).argmax(axis=1)
        values.append(rng.random())
        games.step(action, value=[values[-1]])
    batch = games.take()
    expected = np.zeros(len(values) + 1)
    after = [*values[1:], 0.0]
    for t in reversed(range(len(values))):
        error = batch["reward"][t] + 0.9 * after[t] - values[t]
        expected[t] = error + 0.9 * 0.8 * expected[t + 1]
    assert np.allclose(batch["advantage"], expected[:-1])
    assert np.allclose(batch["target"], expected[:-1] + values)


def test_bad_settings() -> None:
    with pytest.raises(BadOption):
        Trajectories(kibitz.vector("qwixx", 1), gamma=2)
