"""Supervised learning on chunks of samples: what imitation and card locations have in common.

Chunk k of the samples depends only on `source(k)` and is shuffled by (seed, k), so a run resumed
after chunk k ends with the same weights as an uninterrupted one. The next chunk is made while this
one is learned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import torch

from kibitz.learning.algorithms import Update
from kibitz.learning.learner import Learner
from kibitz.learning.prefetch import Ahead
from kibitz.learning.shards import Part, Shards

GRAD_NORM = "grad_norm"  # the figure after those of `names`

S = TypeVar("S", bound=Sized)
Shard = Callable[[torch.Tensor], Part]  # gradient and figures of some rows of a chunk


@dataclass(frozen=True)
class Parameters:
    lr: float = 1e-3
    lr_end: float = 0.05  # final learning rate of the linear decay, as a fraction
    batch: int = 1024
    epochs: int = 1
    grad_norm: float = 1.0
    seed: int = 1
    threads: int = 1  # that compute gradients; the result does not depend on it


class Supervised(Generic[S]):
    """One chunk an update. A subclass says what the gradient of some rows is."""

    names: tuple[str, ...] = ()  # of the figures of a shard

    def __init__(
        self, learner: Learner, source: Callable[[int], S], parameters: Parameters
    ) -> None:
        self.learner, self.source, self.rates = learner, source, parameters
        self.chunk = 0
        self.ahead: Ahead[S] = Ahead()
        self.shards = Shards(parameters.threads)

    def sharded(self, samples: S) -> Shard:
        """Return the function that computes gradient and figures of rows of these samples."""
        raise NotImplementedError

    def update(self, progress: float) -> Update:
        if self.ahead.empty:
            self._fetch(self.chunk)
        samples = self.ahead.take()
        self._fetch(self.chunk + 1)
        rng = np.random.default_rng([self.rates.seed, self.chunk])
        lr = self.rates.lr * (1 - (1 - self.rates.lr_end) * progress)
        figures = self._learn(samples, lr, rng)
        self.chunk += 1
        return Update(len(samples), figures | {"lr": lr})

    def _fetch(self, chunk: int) -> None:
        self.ahead.put(lambda: self.source(chunk))

    def _learn(self, samples: S, lr: float, rng: np.random.Generator) -> dict[str, float]:
        shard = self.sharded(samples)
        names = (*self.names, GRAD_NORM)
        sums, batches = np.zeros(len(names)), 0
        for _ in range(self.rates.epochs):
            order = torch.from_numpy(rng.permutation(len(samples)))
            for chosen in torch.split(order, self.rates.batch):
                found = self.shards.mean(shard, chosen)
                norm = self.learner.descend(found.gradient, lr, self.rates.grad_norm)
                sums += np.append(found.figures, norm)
                batches += 1
        return {name: float(x) for name, x in zip(names, sums / max(1, batches), strict=True)}

    def state(self) -> dict[str, Any]:
        return {"chunk": self.chunk}

    def restore(self, held: Mapping[str, Any]) -> None:
        self.chunk = int(held["chunk"])

    def close(self) -> None:
        self.ahead.close()
        self.shards.close()
