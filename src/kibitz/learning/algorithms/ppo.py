"""Proximal policy optimisation (Schulman et al., arXiv 1707.06347), for decisions of any game.

The batch comes with GAE advantages and value targets. An update makes several epochs of
minibatches: the clipped surrogate, the (clipped) squared error of the value, an entropy bonus, and
optionally a pull, the KL divergence from the anchor: an EMA of the network, or the network as
imitation left it. The learning rate decays linearly; an update stops after an epoch in which the
policy moved further than `target_kl`.

Collecting and training take turns, each on all threads, so every batch is on-policy. With `overlap`
the next batch is collected during training by the policy of one update ago: a few per cent more
decisions per second on two cores, but each is worth less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz.learning.algorithms import Update
from kibitz.learning.algorithms.results import results
from kibitz.learning.batch import Batch
from kibitz.learning.learner import Learner, masked
from kibitz.learning.prefetch import Ahead
from kibitz.learning.shards import Gradient, Part, Shards
from kibitz.learning.sparse import Inputs, Sparse
from kibitz.nets.net import Net

KL_SLACK = 1.5  # times target_kl: an update stops beyond this
SPREAD_MIN = 1e-8
LR_MIN = 1e-12  # keeps the critic's learning rate finite if the actor's is 0
NAMES = ("policy_loss", "value_loss", "entropy", "kl", "clipped", "pull", "grad_norm")


Collect = Callable[[Net, Net | None], Batch]  # plays with a network; a critic gives the values


@dataclass(frozen=True)
class Parameters:
    lr: float = 3e-4
    lr_end: float = 0.0  # end of the linear decay, as a fraction of lr
    batch: int = 4096
    epochs: int = 2
    clip: float = 0.2
    value_clip: float = 0.0  # 0: not clipped
    value_coef: float = 0.5
    entropy_coef: float = 0.01
    entropy_end: float = 1.0  # fraction of it at the end
    target_kl: float = 0.0  # 0: no limit
    grad_norm: float = 0.5
    pull: str = "none"  # none, slow, teacher
    pull_coef: float = 0.0
    slow_rate: float = 0.01  # weight of the network in the EMA after an update
    seed: int = 1
    critic_lr: float = 1e-3  # of a critic that sees all hands
    overlap: bool = True  # collect the next batch during training, one update stale
    threads: int = 1  # that compute gradients; the result does not depend on it


class Ppo:
    """Policy gradients on the batches that `collect` plays with the given network."""

    name = "ppo"

    def __init__(self, learner: Learner, collect: Collect, parameters: Parameters) -> None:
        self.learner, self.collect, self.parameters = learner, collect, parameters
        self.updates = 0
        self.ahead: Ahead[Batch] = Ahead()
        self.shards = Shards(parameters.threads)
        if parameters.pull != "none" and learner.anchor is None:
            learner.drop_anchor()

    def update(self, progress: float) -> Update:
        if self.ahead.empty:
            self._fetch()
        batch = self.ahead.take()
        given = self.parameters
        if given.overlap:
            self._fetch()
        lr = given.lr * (1 - (1 - given.lr_end) * progress)
        entropy = given.entropy_coef * (1 - (1 - given.entropy_end) * progress)
        figures = self._learn(batch, lr, entropy)
        if given.pull == "slow":
            self.learner.move_anchor(given.slow_rate)
        self.updates += 1
        figures |= {"lr": lr, "value_explained": explained(batch)} | results(batch.episodes)
        return Update(len(batch), figures)

    def _fetch(self) -> None:
        learner = self.learner
        net, critic = learner.net(), None if learner.critic is None else learner.critic.net()
        self.ahead.put(lambda: self.collect(net, critic))

    def _learn(self, batch: Batch, lr: float, entropy: float) -> dict[str, float]:
        rng = np.random.default_rng([self.parameters.seed, self.updates])
        advantage = batch.advantage - batch.advantage.mean()
        advantage = advantage / (advantage.std() + SPREAD_MIN)
        arrays = (batch.mask, batch.action.astype(np.int64), batch.logp, batch.value, advantage,
                  batch.target)  # fmt: skip
        observation = self.learner.inputs(batch.observation, self.shards)
        seen = None if batch.seen is None else Sparse.compressed(batch.seen)
        targets = torch.from_numpy(batch.target)
        tensors = [torch.from_numpy(np.ascontiguousarray(array)) for array in arrays]
        sums, batches = np.zeros(len(NAMES)), 0
        critic_lr = self.parameters.critic_lr * lr / max(self.parameters.lr, LR_MIN)

        def shard(rows: torch.Tensor) -> Part:
            picked = [tensor[rows] for tensor in tensors]
            figures, gradient = self._shard(observation.pick(rows), picked, entropy)
            if seen is None:
                return Part(figures, gradient)
            return Part(figures, gradient, self._criticise(seen.pick(rows), targets[rows]))

        for _ in range(self.parameters.epochs):
            moved, parts = 0.0, 0
            order = torch.from_numpy(rng.permutation(len(batch)))
            for chosen in torch.split(order, self.parameters.batch):
                found = self.shards.mean(shard, chosen)
                norm = self.learner.descend(found.gradient, lr, self.parameters.grad_norm)
                if self.learner.critic is not None and seen is not None:
                    self.learner.critic.descend(found.critic, critic_lr, 1.0)
                sums += np.append(found.figures, norm)
                moved += found.figures[NAMES.index("kl")]
                parts += 1
            batches += parts
            if 0 < self.parameters.target_kl * KL_SLACK < moved / max(1, parts):
                break
        return {name: float(x) for name, x in zip(NAMES, sums / max(1, batches), strict=True)}

    def _shard(
        self, x: Inputs, tensors: list[torch.Tensor], entropy_coef: float
    ) -> tuple[NDArray[np.float64], Gradient]:
        """Return the figures of some rows (NAMES without the norm) and the gradient."""
        mask, action, old_logp, old_value, advantage, target = tensors
        given = self.parameters
        heads = self.learner.model(x)
        logps = masked(heads["policy"], mask)
        log_ratio = logps.gather(1, action[:, None])[:, 0] - old_logp
        ratio = log_ratio.exp()
        surrogate = torch.min(
            ratio * advantage, ratio.clamp(1 - given.clip, 1 + given.clip) * advantage
        )
        policy_loss = -surrogate.mean()
        value_loss = self._value_loss(heads["value"][:, 0], old_value, target)
        entropy = -(logps.exp() * logps).sum(dim=1).mean()
        loss = policy_loss + given.value_coef * value_loss - entropy_coef * entropy
        pull = self._pull(x, mask, logps)
        if pull is not None:
            loss = loss + given.pull_coef * pull
        gradient = self.learner.gradient(loss)
        with torch.no_grad():
            kl = (ratio - 1 - log_ratio).mean()
            clipped = ((ratio - 1).abs() > given.clip).float().mean()
            pulled = torch.zeros(()) if pull is None else pull
            figures = torch.stack([policy_loss, value_loss, entropy, kl, clipped, pulled])
        return figures.double().numpy(), gradient

    def _criticise(self, seen: Inputs, target: torch.Tensor) -> Gradient:
        """Return the critic's gradient."""
        critic = self.learner.critic
        assert critic is not None, "rows for a critic come from a collector that had one"
        value = critic.model(seen)["value"][:, 0]
        return critic.gradient((value - target).square().mean())

    def _value_loss(
        self, value: torch.Tensor, old: torch.Tensor, target: torch.Tensor
    ) -> torch.Tensor:
        error = (value - target).square()
        clip = self.parameters.value_clip
        if clip > 0:
            near = old + (value - old).clamp(-clip, clip)
            error = torch.max(error, (near - target).square())
        return error.mean()

    def _pull(self, x: Inputs, mask: torch.Tensor, logps: torch.Tensor) -> torch.Tensor | None:
        """Return KL(policy || anchor)."""
        anchor = self.learner.anchor
        if self.parameters.pull == "none" or anchor is None or self.parameters.pull_coef <= 0:
            return None
        with torch.no_grad():
            anchored = masked(anchor(x)["policy"], mask)
        return (logps.exp() * (logps - anchored)).sum(dim=1).mean()

    def state(self) -> dict[str, Any]:
        return {"updates": self.updates}

    def restore(self, held: Mapping[str, Any]) -> None:
        self.updates = int(held["updates"])

    def close(self) -> None:
        self.ahead.close()
        self.shards.close()


def explained(batch: Batch) -> float:
    """Return the fraction of the targets' variance explained by the values at collection time."""
    spread = float(np.var(batch.target))
    return 1 - float(np.var(batch.target - batch.value)) / spread if spread > 0 else 0.0
