"""Sparse rows, and a first layer that reads only their nonzero entries.

One in seven inputs of an observation is nonzero, so the first layer costs a seventh of a dense one,
forward and backward, and a minibatch copies no observations:

    rows = Sparse.of(batch.observation)
    heads = model(rows.pick(chosen))            # TorchNet takes either a tensor or picked rows

Without the native engine, or with a first layer whose width is not a multiple of 16, `pick` falls
back to a dense tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine
from kibitz.learning.batch import Seen
from kibitz.learning.shards import Shards
from kibitz.learning.torch_extra import torch

LANES = 16  # outputs of the native kernel come in whole registers


@dataclass(frozen=True)
class Picked:
    """Some rows of a sparse matrix, by their numbers."""

    rows: Any  # native SparseRows
    chosen: NDArray[np.int64]

    def linear(self, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
        """Return x @ weight + bias, differentiable with respect to both."""
        found: torch.Tensor = _Linear.apply(weight, bias, self)  # type: ignore[no-untyped-call]
        return found


Inputs = torch.Tensor | Picked


class Sparse:
    """The observations of a batch, to be picked from."""

    def __init__(self, dense: torch.Tensor | None, rows: Any = None) -> None:
        self.dense, self.rows = dense, rows

    @classmethod
    def of(
        cls, observation: NDArray[np.float32], width: int, shards: Shards | None = None
    ) -> Sparse:
        """Compress observations for a first layer of this width."""
        module: Any = engine.native()
        if module is None or width % LANES:
            return cls(torch.from_numpy(observation))
        shards = shards or Shards()
        pieces = np.array_split(np.ascontiguousarray(observation), shards.threads)
        return cls.compressed(_join(shards.map(module.compress, pieces)))

    @classmethod
    def compressed(cls, parts: Seen) -> Sparse:
        """Return rows that the native collector compressed."""
        module: Any = engine.native()
        return cls(None, module.SparseRows(*parts))

    def pick(self, chosen: torch.Tensor) -> Inputs:
        if self.dense is not None:
            return self.dense[chosen]
        return Picked(self.rows, np.ascontiguousarray(chosen.numpy()))


def _join(parts: Sequence[Seen]) -> Seen:
    """Return compressed rows, those of each part after those of the one before."""
    if len(parts) == 1:
        return parts[0]
    first, entries = [np.zeros(1, np.int64)], 0
    for begins, index, _ in parts:
        first.append(begins[1:] + entries)
        entries += len(index)
    return (
        np.concatenate(first),
        np.concatenate([index for _, index, _ in parts]),
        np.concatenate([value for _, _, value in parts]),
    )


class _Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, weight: torch.Tensor, bias: torch.Tensor, x: Picked) -> torch.Tensor:
        y = torch.empty(len(x.chosen), weight.shape[1])
        x.rows.forward(x.chosen, weight.detach().numpy(), bias.detach().numpy(), y.numpy())
        ctx.x, ctx.inputs = x, weight.shape[0]
        return y

    @staticmethod
    def backward(ctx: Any, d_y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, None]:
        d_y = d_y.float().contiguous()
        d_weight = torch.zeros(ctx.inputs, d_y.shape[1])
        ctx.x.rows.gradient(ctx.x.chosen, d_y.numpy(), d_weight.numpy())
        return d_weight, d_y.sum(dim=0), None
