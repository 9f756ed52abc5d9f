"""Random episodes in the environments."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from kibitz.envs.gymnasium import KibitzEnv


def act(env: Any, rng: random.Random) -> int:
    return int(rng.choice(env.observe(env.agent_selection)["action_mask"].nonzero()[0]))


def play(env: KibitzEnv, rng: random.Random, seed: int | None = None) -> list[Any]:
    """One random episode: what every step gave."""
    observation, info = env.reset(seed=seed)
    steps: list[Any] = [(observation, 0.0, False, False, info)]
    while not steps[-1][2]:
        assert observation in env.observation_space
        assert info["action_mask"].dtype == np.int8
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        steps.append(env.step(rng.choice(np.flatnonzero(info["action_mask"]))))
        observation, info = steps[-1][0], steps[-1][4]
    assert observation in env.observation_space
    return steps
