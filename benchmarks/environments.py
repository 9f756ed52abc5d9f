"""Steps per CPU second of the single Gymnasium environments, one seat learning, others random.

    python benchmarks/environments.py [--seconds 1]

`kibitz.vector` is the fast road (benchmarks/speed.py); this is for code that needs one
`gymnasium.Env`.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np

import kibitz
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    for name in kibitz.names():
        print(f"{name}: {speed(name, given.seconds):,.0f} steps per CPU second", flush=True)


if __name__ == "__main__":
    main()
