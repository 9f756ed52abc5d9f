"""Imitation: learn a teacher's actions, and how its games end.

Cross-entropy of the policy against the teacher's action (or a searcher's visit shares), plus the
squared error of the value, if the network has one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from kibitz.learning.algorithms import supervised
from kibitz.learning.algorithms.supervised import Shard, Supervised
from kibitz.learning.batch import Samples
from kibitz.learning.learner import Learner, masked
from kibitz.learning.shards import Part
from kibitz.learning.sparse import Inputs


@dataclass(frozen=True)
class Parameters(supervised.Parameters):
    value_coef: float = 0.5


class Imitate(Supervised[Samples]):
    """Supervised learning on samples from `source`."""

    name = "imitate"
    names = ("policy_loss", "value_loss", "accuracy")

    def __init__(
        self, learner: Learner, source: Callable[[int], Samples], parameters: Parameters
    ) -> None:
        super().__init__(learner, source, parameters)
        self.value_coef = parameters.value_coef

    def sharded(self, samples: Samples) -> Shard:
        observation = self.learner.inputs(samples.observation, self.shards)
        tensors = [torch.from_numpy(a) for a in (samples.mask, samples.value)]
        shares = None if samples.shares is None else torch.from_numpy(samples.shares)
        action = torch.from_numpy(samples.action.astype(np.int64))

        def shard(rows: torch.Tensor) -> Part:
            mask, value = (tensor[rows] for tensor in tensors)
            wanted = None if shares is None else shares[rows]
            return self._shard(observation.pick(rows), mask, action[rows], wanted, value)

        return shard

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
        value_loss = torch.zeros(())
        if "value" in heads:
            value_loss = (heads["value"][:, 0] - value).square().mean()
        gradient = self.learner.gradient(policy_loss + self.value_coef * value_loss)
        with torch.no_grad():
            right = (logp.argmax(dim=1) == action).float().mean()
            figures = torch.stack([policy_loss, value_loss, right])
        return Part(figures.double().numpy(), gradient)
