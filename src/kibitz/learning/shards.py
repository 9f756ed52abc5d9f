"""Spread a minibatch over threads: each computes the gradient of some rows, and their mean is used.

A minibatch is cut into shards of about ROWS rows whatever the number of threads, and their
gradients are added in order. So a run on two cores ends with the same weights as a run on one.
Torch and the native kernels release the interpreter lock, so threads are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.learning.torch_extra import torch

# isort: split
from torch import Tensor

ROWS = 2048  # per shard: activations stay in the cache, and the overhead per call is small

Gradient = Sequence[Tensor]
T = TypeVar("T")
R = TypeVar("R")


class Part(NamedTuple):
    """What a shard computes: the mean over its rows."""

    figures: NDArray[np.float64]
    gradient: Gradient
    critic: Gradient = ()  # of a critic with a network of its own


class Shards:
    """Threads that compute gradients; `mean` is a weighted sum in a fixed order."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None
        if threads > 1:
            self._pool = ThreadPoolExecutor(
                threads - 1, "learner", initializer=torch.set_num_threads, initargs=(1,)
            )

    def map(self, work: Callable[[T], R], items: Sequence[T]) -> list[R]:
        """Return the results in the order of the items; the caller's thread does the first."""
        if self._pool is None:
            return [work(item) for item in items]
        others = [self._pool.submit(work, item) for item in items[1:]]
        return [*(work(item) for item in items[:1]), *(other.result() for other in others)]

    def mean(self, work: Callable[[Tensor], Part], chosen: Tensor) -> Part:
        """Return the mean of `work` over the chosen rows, which it gets shard by shard."""
        pieces = torch.tensor_split(chosen, -(-len(chosen) // ROWS))
        parts = self.map(work, pieces)
        if len(parts) == 1:
            return parts[0]
        weights = [len(piece) / len(chosen) for piece in pieces]
        figures = np.sum([w * part.figures for w, part in zip(weights, parts, strict=True)], axis=0)
        return Part(
            figures,
            _mean([part.gradient for part in parts], weights),
            _mean([part.critic for part in parts], weights),
        )

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


def _mean(gradients: Sequence[Gradient], weights: Sequence[float]) -> Gradient:
    found = []
    for tensors in zip(*gradients, strict=True):
        total = tensors[0] * weights[0]
        for tensor, weight in zip(tensors[1:], weights[1:], strict=True):
            total.add_(tensor, alpha=weight)
        found.append(total)
    return found
