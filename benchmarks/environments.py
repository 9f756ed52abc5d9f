"""Decisions per CPU second of the Gymnasium and OpenSpiel environments, with observations.

    python benchmarks/environments.py [--seconds 1]

In Gymnasium one seat learns and the others are random; in OpenSpiel all seats are random, and
every decision reads the information state tensor. `kibitz.vector` is the fast road
(benchmarks/speed.py); this is for code that needs one environment.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import kibitz
import kibitz.envs.open_spiel
from kibitz.envs.gymnasium import env_id

SHORT: dict[str, dict[str, Any]] = {"ohhell": {"players": 4, "schedule": [8]}}  # one round


def speed(name: str, seconds: float) -> float:
    rng = np.random.default_rng(0)
    made = gymnasium.make(
        env_id(kibitz.games.find(name)), reward="returns", **SHORT.get(name, {})
    ).unwrapped
    env: Any = made
    _, info = env.reset(seed=1)
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        legal = np.flatnonzero(info["action_mask"])
        over, info = env.step(legal[int(rng.random() * len(legal))])[2::2]
        steps += 1
        if over:
            _, info = env.reset()
    return steps / (time.process_time() - begin)


def open_spiel_speed(name: str, seconds: float) -> float:
    options = SHORT.get(name, {})
    parameters = {key: f"{x[0]};" if isinstance(x, list) else x for key, x in options.items()}
    game = pyspiel.load_game(f"kibitz_{name}", parameters)
    rng = random.Random(0)
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            state.information_state_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    for name in kibitz.names():
        gym, spiel = speed(name, given.seconds), open_spiel_speed(name, given.seconds)
        print(f"{name}: Gymnasium {gym:,.0f}, OpenSpiel {spiel:,.0f} per CPU second", flush=True)


if __name__ == "__main__":
    main()
