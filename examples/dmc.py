"""Deep Monte Carlo in one file (DouZero's method, arXiv 2106.06135), on `kibitz.vector`.

    python examples/dmc.py --game dubito --minutes 5

Every seat plays the action with the highest expected return, or occasionally a random one, and the
network learns from the returns of whole games: no bootstrapping, no policy gradient.
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
parser.add_argument("--game", default="dubito")
parser.add_argument("--minutes", type=float, default=5.0)
parser.add_argument("--rows", type=int, default=8192, help="decisions per update")
parser.add_argument("--epsilon", type=float, default=0.05, help="share of random actions")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)
rng = np.random.default_rng(args.seed)

envs = kibitz.vector(args.game, 256, seed=args.seed, reward="outcome", skip_forced=True)
games = Trajectories(envs, lam=1.0)  # plain returns
size, actions = envs.observation.shape[1], envs.mask.shape[1]
worth = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, actions))
optimizer = torch.optim.Adam(worth.parameters(), lr=1e-3)

end, update = time.monotonic() + 60 * args.minutes, 0
while update == 0 or time.monotonic() < end:
    while games.ready < args.rows:
        with torch.no_grad():
            expected = worth(torch.as_tensor(envs.observation)).numpy()
        explore = rng.random(envs.num_envs) < args.epsilon
        scores = np.where(explore[:, None], rng.random(expected.shape), expected)
        games.step(np.where(envs.mask, scores, -np.inf).argmax(axis=1))
    batch = {name: torch.as_tensor(column) for name, column in games.take().items()}
    for rows in torch.randperm(len(batch["action"])).split(512):
        found = worth(batch["observation"][rows]).gather(1, batch["action"][rows, None]).squeeze(1)
        loss = (found - batch["target"][rows].float()).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    update += 1
    print(f"update {update}: squared error {loss.item():.4f}", flush=True)
