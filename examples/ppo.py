"""PPO by self-play in under 40 lines, in the style of CleanRL, on `kibitz.vector`.

    python examples/ppo.py --game ohhell --opponent smart --minutes 5

Every second seat is the learner, and a shipped player sits in the others. `Trajectories` assembles
the decisions and rewards of each seat. For serious training, against a pool, use `kibitz train`.
"""

import argparse
import time

import torch
from torch import nn

import kibitz
from kibitz.envs.trajectories import Trajectories

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="ohhell")
parser.add_argument("--opponent", default="random", help="a player with a native version")
parser.add_argument("--minutes", type=float, default=5.0)
parser.add_argument("--rows", type=int, default=8192, help="decisions per update")
args = parser.parse_args()
seats = ["learner", args.opponent] * (kibitz.game(args.game).players // 2)
envs = kibitz.vector(args.game, 256, seed=1, seating=seats, reward="outcome", skip_forced=True)
games, end, shares = Trajectories(envs, lam=0.95), time.time() + 60 * args.minutes, []
size, actions = envs.observation.shape[1], envs.mask.shape[1]
net = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, actions + 1))  # and a value
optimizer = torch.optim.Adam(net.parameters(), lr=5e-4, eps=1e-5)


def evaluate(observation, mask):
    out = net(torch.as_tensor(observation))
    logits = out[:, :-1].masked_fill(~torch.as_tensor(mask), -1e9)
    return torch.distributions.Categorical(logits=logits), out[:, -1]


while not shares or time.time() < end:
    while games.ready < args.rows:
        with torch.no_grad():
            chances, value = evaluate(envs.observation, envs.mask)
            action = chances.sample()
        games.step(action, value=value, log_probability=chances.log_prob(action))
        shares += envs.outcome[envs.done][:, envs.who[0] == 0].sum(axis=1).tolist()
    batch = {name: torch.as_tensor(column) for name, column in games.take().items()}
    gain = batch["advantage"].float() / (batch["advantage"].std() + 1e-8)
    for rows in torch.cat([torch.randperm(len(gain)) for _ in range(2)]).split(1024):
        chances, value = evaluate(batch["observation"][rows], batch["mask"][rows])
        ratio = (chances.log_prob(batch["action"][rows]) - batch["log_probability"][rows]).exp()
        better = torch.min(ratio * gain[rows], ratio.clamp(0.8, 1.2) * gain[rows]).mean()
        error = (value - batch["target"][rows].float()).square().mean()
        loss = 0.5 * error - better - 0.01 * chances.entropy().mean()
        optimizer.zero_grad(), loss.backward(), optimizer.step()
    print(f"{len(shares)} games: share of the win {sum(shares[-999:]) / len(shares[-999:]):.3f}")
