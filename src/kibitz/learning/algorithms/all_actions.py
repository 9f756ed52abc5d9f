"""Values of all actions at once: regression on what each of them came to, from the same state.

Where episodes are cheap and their luck (the deal) can be kept, `play` returns for states of the
network's own episodes what several actions came to, each followed by the network's own choices. The
luck is common to all actions of a state, so it cancels in their differences, which decide; in
Q-learning (dqn.py) it is noise in every target. Actions that were not tried have NaN as theirs.

The loss has two parts. The squared error, weighted by `fit`, makes values of what the network
returns. But what far inferior actions came to is most of that error, and of no interest. So the
second part, weighted by `gain`, is minus the mean result of a policy that draws among the tried
actions with chances as exp(q / temperature): its gradient moves the close decisions.

States are trained on several times, from a replay buffer that a resumed run fills anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz.learning.algorithms import IMPOSSIBLE, Update
from kibitz.learning.learner import Learner
from kibitz.learning.replay_buffer import ReplayBuffer

Floats = NDArray[np.float32]
Values = Callable[[Floats], Floats]  # the values of all actions, for observations
# Returns the columns `observation` and `targets` of new states, and figures about their episodes.
Play = Callable[[Values, float], tuple[dict[str, NDArray[Any]], dict[str, float]]]


@dataclass(frozen=True)
class Parameters:
    lr: float = 5e-4
    lr_end: float = 0.02
    batch: int = 1024
    passes: float = 4.0  # how often a state is trained on, on average
    capacity: int = 50_000
    filled: int = 5_000  # states before training begins
    epsilon: float = 0.2
    epsilon_end: float = 0.05
    fit: float = 1.0
    gain: float = 1.0
    temperature: float = 0.1
    grad_norm: float = 1.0
    slow_rate: float = 0.01
    seed: int = 1


class AllActions:
    """Regression of the values of several actions per state."""

    name = "all_actions"

    def __init__(self, learner: Learner, play: Play, parameters: Parameters) -> None:
        self.learner, self.play, self.parameters = learner, play, parameters
        shape = learner.description
        self.buffer = ReplayBuffer(
            parameters.capacity,
            {
                "observation": ((shape.inputs,), np.float32),
                "targets": ((shape.actions,), np.float32),
            },
        )
        self.updates = 0
        if learner.anchor is None:
            learner.drop_anchor()

    def update(self, progress: float) -> Update:
        given = self.parameters
        rng = np.random.default_rng([given.seed, self.updates])
        epsilon = given.epsilon + (given.epsilon_end - given.epsilon) * progress
        rows, figures = self.play(self.values, epsilon)
        self.buffer.add(rows)
        while len(self.buffer) < min(given.filled, given.capacity):
            self.buffer.add(self.play(self.values, epsilon)[0])
        lr = given.lr * (1 + (given.lr_end - 1) * progress)
        count = len(rows["observation"])
        sums, batches = np.zeros(3), max(1, round(given.passes * count / given.batch))
        for _ in range(batches):
            drawn = self.buffer.sample(given.batch, rng)
            sums += self._learn(drawn["observation"], drawn["targets"], lr)
        self.updates += 1
        names = ("value_loss", "gain", "grad_norm")
        means = {name: float(x) for name, x in zip(names, sums / batches, strict=True)}
        return Update(count, means | figures | {"lr": lr, "epsilon": epsilon})

    def values(self, observation: Floats) -> Floats:
        """The values by the moving average of the network, which is steadier than the network."""
        assert self.learner.anchor is not None
        with torch.no_grad():
            q: Floats = self.learner.anchor(torch.from_numpy(observation))["q"].numpy()
        return q

    def _learn(self, observation: Floats, targets: Floats, lr: float) -> list[float]:
        q, given = self.learner.model(torch.from_numpy(observation))["q"], self.parameters
        loss, gain = losses(q, targets, given.temperature)
        gradient = self.learner.gradient(given.fit * loss - given.gain * gain)
        norm = self.learner.descend(gradient, lr, given.grad_norm)
        self.learner.move_anchor(given.slow_rate)
        return [float(loss.detach()), float(gain.detach()), norm]

    def state(self) -> dict[str, Any]:
        return {"updates": self.updates}

    def restore(self, held: Mapping[str, Any]) -> None:
        self.updates = int(held["updates"])

    def close(self) -> None:
        """Nothing runs in the background."""


def losses(
    q: torch.Tensor, targets: Floats, temperature: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """The mean squared error of the tried actions' values, and the mean gain of the policy."""
    tried = torch.from_numpy(~np.isnan(targets))
    wanted = torch.from_numpy(np.nan_to_num(targets))
    counts = tried.sum(dim=1)
    loss = (((q - wanted) * tried).square().sum(dim=1) / counts).mean()
    mean = wanted.sum(dim=1, keepdim=True) / counts[:, None]
    chances = torch.softmax((q / temperature).masked_fill(~tried, IMPOSSIBLE), dim=1)
    return loss, (chances * (wanted - mean)).sum(dim=1).mean()
