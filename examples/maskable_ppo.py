"""sb3-contrib's MaskablePPO on a Gymnasium environment of Kibitz.

    python examples/maskable_ppo.py --game ohhell --steps 100000

It needs `pip install sb3-contrib`. MaskablePPO calls `action_masks` of the environment.
"""

from __future__ import annotations

import argparse

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import kibitz
from kibitz.envs.gymnasium import env_id

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="ohhell")
parser.add_argument("--opponents", default="random")
parser.add_argument("--steps", type=int, default=100_000)
args = parser.parse_args()

env = gymnasium.make(
    env_id(kibitz.games.find(args.game)), seat="random", opponents=args.opponents, reward="outcome"
)
model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, seed=1, device="cpu", verbose=1)
model.learn(args.steps)
mean, spread = evaluate_policy(model, env, n_eval_episodes=50, warn=False)
print(f"mean reward {mean:.2f} ± {spread:.2f} in 50 games")
