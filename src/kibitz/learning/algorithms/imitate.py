"""Imitation: learn a teacher's actions, and how its games end.

Cross-entropy of the policy against the teacher's action (or a searcher's visit shares), plus the
squared error of the value. Chunk k of the samples depends only on `source(k)` and is shuffled by
(seed, k), so a run resumed after chunk k ends with the same weights as an uninterrupted one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from kibitz.learning.algorithms import Update
from kibitz.learning.batch import Samples
from kibitz.learning.learner import Learner, masked
from kibitz.learning.prefetch import Ahead
from kibitz.learning.shards import Part, Shards
from kibitz.learning.sparse import Inputs

NAMES = ("policy_loss", "value_loss", "accuracy", "grad_norm")
LR_END = 0.05  # final learning rate of the linear decay, as a fraction


@dataclass(frozen=True)
class Parameters:
    lr: float = 1e-3
    batch: int = 1024
    epochs: int = 1
    value_coef: float = 0.5
    grad_norm: float = 1.0
    seed: int = 1
    threads: int = 1  # that compute gradients; the result does not depend on it


class Imitate:
    """Supervised learning on samples from `source`."""

    name = "imitate"

    def __init__(
        self, learner: Learner, source: Callable[[int], Samples], parameters: Parameters
    ) -> None:
        self.learner, self.source, self.parameters = learner, source, parameters
        self.chunk = 0
        self.ahead: Ahead[Samples] = Ahead()
        self.shards = Shards(parameters.threads)

    def update(self, progress: float) -> Update:
        if self.ahead.empty:
            self._fetch(self.chunk)
        samples = self.ahead.take()
        self._fetch(self.chunk + 1)
        rng = np.random.default_rng([self.parameters.seed, self.chunk])
        lr = self.parameters.lr * (1 - (1 - LR_END) * progress)
        figures = self._learn(samples, lr, rng)
        self.chunk += 1
        return Update(len(samples), figures | {"lr": lr})

    def _fetch(self, chunk: int) -> None:
        self.ahead.put(lambda: self.source(chunk))

    def _learn(self, samples: Samples, lr: float, rng: np.random.Generator) -> dict[str, float]:
        observation = self.learner.inputs(samples.observation, self.shards)
        tensors = [torch.from_numpy(a) for a in (samples.mask, samples.value)]
        shares = None if samples.shares is None else torch.from_numpy(samples.shares)
        action = torch.from_numpy(samples.action.astype(np.int64))
        sums = np.zeros(len(NAMES))
        batches = 0

        def shard(rows: torch.Tensor) -> Part:
            mask, value = (tensor[rows] for tensor in tensors)
            wanted = None if shares is None else shares[rows]
            return self._shard(observation.pick(rows), mask, action[rows], wanted, value)

        for _ in range(self.parameters.epochs):
            order = torch.from_numpy(rng.permutation(len(samples)))
            for chosen in torch.split(order, self.parameters.batch):
                found = self.shards.mean(shard, chosen)
                norm = self.learner.descend(found.gradient, lr, self.parameters.grad_norm)
                sums += np.append(found.figures, norm)
                batches += 1
        return {name: float(x) for name, x in zip(NAMES, sums / max(1, batches), strict=True)}

    def _shard(
        self,
        x: Inputs,
        mask: torch.Tensor,
        action: torch.Tensor,
        shares: torch.Tensor | None,
        value: torch.Tensor,
    ) -> Part:
        heads = self.learner.model(x)
        logp = masked(heads["policy"], mask)
        if shares is None:
            policy_loss = -logp.gather(1, action[:, None]).mean()
        else:
            policy_loss = -(shares * logp).sum(dim=1).mean()
        value_loss = (heads["value"][:, 0] - value).square().mean()
        gradient = self.learner.gradient(policy_loss + self.parameters.value_coef * value_loss)
        with torch.no_grad():
            right = (logp.argmax(dim=1) == action).float().mean()
            figures = torch.stack([policy_loss, value_loss, right])
        return Part(figures.double().numpy(), gradient)

    def state(self) -> dict[str, Any]:
        return {"chunk": self.chunk}

    def restore(self, held: Mapping[str, Any]) -> None:
        self.chunk = int(held["chunk"])

    def close(self) -> None:
        self.ahead.close()
        self.shards.close()
