"""PPO by self-play in one file, in the style of CleanRL, on `kibitz.vector`.

    python examples/ppo.py --game ohhell --minutes 5

Seats 0 and 2 are the learner, and a shipped player sits in the others. `Trajectories` assembles the
decisions and rewards of each seat. For serious training, against a pool, use `kibitz train`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import kibitz
from kibitz.envs.trajectories import Trajectories

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="ohhell")
parser.add_argument("--opponent", default="random", help="a player with a native version")
parser.add_argument("--minutes", type=float, default=5.0)
parser.add_argument("--rows", type=int, default=8192, help="decisions per update")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)

seating = ["learner", args.opponent] * (kibitz.game(args.game).players // 2)
envs = kibitz.vector(
    args.game, 256, seed=args.seed, seating=seating, reward="outcome", skip_forced=True
)
games = Trajectories(envs, lam=0.95)
size, actions = envs.observation.shape[1], envs.mask.shape[1]
trunk = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
policy, critic = nn.Linear(128, actions), nn.Linear(128, 1)
parameters = [*trunk.parameters(), *policy.parameters(), *critic.parameters()]
optimizer = torch.optim.Adam(parameters, lr=5e-4, eps=1e-5)


def evaluate(observation, mask):
    hidden = trunk(torch.as_tensor(observation))
    logits = policy(hidden).masked_fill(~torch.as_tensor(mask), -1e9)
    return torch.distributions.Categorical(logits=logits), critic(hidden).squeeze(1)


end, shares, update = time.monotonic() + 60 * args.minutes, [], 0
while update == 0 or time.monotonic() < end:
    while games.ready < args.rows:
        with torch.no_grad():
            chances, value = evaluate(envs.observation, envs.mask)
            action = chances.sample()
        games.step(action, value=value, log_probability=chances.log_prob(action))
        shares += envs.outcome[envs.done][:, envs.who[0] == 0].sum(axis=1).tolist()
    batch = {name: torch.as_tensor(column) for name, column in games.take().items()}
    gain = batch["advantage"].float()
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(2):
        for rows in torch.randperm(len(gain)).split(1024):
            chances, value = evaluate(batch["observation"][rows], batch["mask"][rows])
            ratio = (chances.log_prob(batch["action"][rows]) - batch["log_probability"][rows]).exp()
            clipped = torch.min(ratio * gain[rows], ratio.clamp(0.8, 1.2) * gain[rows]).mean()
            error = (value - batch["target"][rows].float()).square().mean()
            loss = 0.5 * error - clipped - 0.01 * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 0.5)
            optimizer.step()
    update += 1
    print(f"update {update}: share of the win {np.mean(shares[-2000:]):.3f} (even 0.5)", flush=True)
