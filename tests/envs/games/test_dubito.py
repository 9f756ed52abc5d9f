"""Seats of Dubito that are out stay among the agents, and are not selected any more."""

import random

from kibitz.envs import pettingzoo
from tests.envs.episodes import act


def test_who_is_out_stays_listed() -> None:
    env = pettingzoo.env("dubito", players=5)
    rng = random.Random(1)
    waited = 0
    for seed in range(20):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            out = env.unwrapped._state.position()["out"]
            assert env.agents == env.possible_agents
            assert env.agent_selection not in [f"seat_{seat}" for seat in out]
            waited += len(out)
            env.step(act(env, rng))
        assert all(env.terminations.values())
    assert waited, "nobody was ever out: nothing was tested"
