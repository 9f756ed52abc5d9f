"""Deep Monte-Carlo: values of actions by regression on what episodes came to (DouZero, Zha et al.,
arXiv 2106.06135).

No bootstrapping: the target of an action is the result of the episode that it was made in, or an
exact value where the source knows one (`known` says which actions of a row have a target). Most
actions are the best by value, a share `epsilon` is uniform. Several networks may learn from the
same episodes, each from rows of its own: the `parts`, by name. A part that is not among them is
frozen, and plays as the source has it.

A resumed run fills its buffers anew before it trains on: they are not part of a checkpoint. A run
that is resumed to refine a trained network should set epsilon lower than at first.
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
from kibitz.learning.replay_buffer import Drawn, ReplayBuffer

Rows = Mapping[str, NDArray[Any]]
# Chooses actions for observations and masks of a part.
Choose = Callable[[str, NDArray[np.float32], NDArray[np.bool_]], NDArray[np.int64]]
# Plays on; returns finished rows of each part, and figures about them.
Play = Callable[[Choose], tuple[dict[str, Rows], dict[str, float]]]


@dataclass(frozen=True)
class Parameters:
    lr: float = 5e-4
    lr_end: float = 0.05
    batch: int = 1024
    passes: float = 1.0  # how often a row is trained on, on average
    capacity: int = 100_000
    filled: int = 10_000  # rows of each part before it is trained
    epsilon: float = 0.1
    epsilon_end: float = 0.02
    grad_norm: float = 1.0
    seed: int = 1


def columns(inputs: int, actions: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The columns of a buffer."""
    return {
        "observation": ((inputs,), np.float32),
        "known": ((actions,), np.bool_),  # actions that have a target
        "target": ((actions,), np.float32),
    }


class Dmc:
    """Regression on the rows from `play`."""

    name = "dmc"

    def __init__(self, parts: Mapping[str, Learner], play: Play, parameters: Parameters) -> None:
        self.parts, self.play, self.parameters = dict(parts), play, parameters
        self.buffers = {
            name: ReplayBuffer(
                parameters.capacity,
                columns(learner.description.inputs, learner.description.actions),
            )
            for name, learner in self.parts.items()
        }
        self.updates = 0
        self.epsilon = parameters.epsilon

    def update(self, progress: float) -> Update:
        given = self.parameters
        self.rng = np.random.default_rng([given.seed, self.updates])
        self.epsilon = given.epsilon + (given.epsilon_end - given.epsilon) * progress
        new, figures = self._collect()
        while any(
            len(buffer) < min(given.filled, given.capacity) for buffer in self.buffers.values()
        ):
            self._collect()
        lr = given.lr * (1 + (given.lr_end - 1) * progress)
        for name, learner in self.parts.items():
            batches = max(1, round(given.passes * new[name] / given.batch))
            sums = np.zeros(3)
            for _ in range(batches):
                sums += self._learn(learner, self.buffers[name].sample(given.batch, self.rng), lr)
            means = sums / batches
            figures |= {
                f"{name}_loss": float(means[0]),
                f"{name}_q": float(means[1]),
                f"{name}_grad_norm": float(means[2]),
            }
        self.updates += 1
        steps = sum(new.values())
        return Update(steps, figures | {"lr": lr, "epsilon": self.epsilon})

    def _collect(self) -> tuple[dict[str, int], dict[str, float]]:
        found, figures = self.play(self.choose)
        for name, buffer in self.buffers.items():
            buffer.add(found[name])
        return {name: len(found[name]["known"]) for name in self.buffers}, dict(figures)

    def choose(
        self, part: str, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Epsilon-greedy actions of a part that learns."""
        with torch.no_grad():
            found = self.parts[part].model(torch.from_numpy(observation))["q"].numpy()
        q = np.where(mask, found, IMPOSSIBLE)
        actions: NDArray[np.int64] = q.argmax(axis=1)
        odd = self.rng.random(len(actions)) < self.epsilon
        if odd.any():
            lots = np.where(mask[odd], self.rng.random(mask[odd].shape), -1.0)
            actions[odd] = lots.argmax(axis=1)
        return actions

    def _learn(self, learner: Learner, drawn: Drawn, lr: float) -> NDArray[np.float64]:
        known = torch.from_numpy(drawn["known"])
        q = learner.model(torch.from_numpy(drawn["observation"]))["q"]
        errors = torch.where(known, q - torch.from_numpy(drawn["target"]), 0.0)
        counts = known.sum(dim=1)
        loss = (errors.square().sum(dim=1) / counts).mean()
        norm = learner.descend(learner.gradient(loss), lr, self.parameters.grad_norm)
        mean = (torch.where(known, q.detach(), 0.0).sum(dim=1) / counts).mean()
        return np.array([float(loss.detach()), float(mean), norm])

    def state(self) -> dict[str, Any]:
        return {"updates": self.updates}

    def restore(self, held: Mapping[str, Any]) -> None:
        self.updates = int(held["updates"])

    def close(self) -> None:
        """Nothing runs in the background."""
