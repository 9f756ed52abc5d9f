"""Dueling double DQN (Wang et al., arXiv 1511.06581; van Hasselt et al., arXiv 1509.06461).

The network plays its own episodes: mostly the best action, with probability `epsilon` another one,
half of them uniform and half drawn by exp(q / temperature). A transition goes into the replay
buffer with the value that its episode ended with. The target of a transition is

    (1 - mix) * bootstrap + mix * end        bootstrap: its reward if it ended the episode, else
                                             sign * q_slow(next, best action by q)

q_slow is an exponential moving average of the network (the learner's anchor); sign is -1 where the
next decision belongs to the other side, whose gain is a loss. `mix` keeps values true while those
of later decisions are still wrong. Errors are squared, as q must be a mean.

Where a transition names what a teacher would do, a large-margin loss holds the teacher's action
above the others (Hester et al., arXiv 1704.03732), with a weight that falls to 0 during a stage:

    demo * (max over legal a of (q(a) + margin if a is not the teacher's) - q(teacher's))

A resumed run fills its buffer anew before it trains on: the buffer is not part of a checkpoint.
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

Floats = NDArray[np.float32]
Choose = Callable[[Floats, NDArray[np.bool_]], NDArray[np.int64]]  # actions for observations
# Plays episodes on; returns the columns of `columns` for finished ones, and figures about them.
Play = Callable[[Choose], tuple[dict[str, NDArray[Any]], dict[str, float]]]


@dataclass(frozen=True)
class Parameters:
    lr: float = 5e-4
    lr_end: float = 0.02
    batch: int = 1024
    passes: float = 1.0  # how often a transition is trained on, on average
    capacity: int = 200_000
    filled: int = 20_000  # transitions before training begins
    alpha: float = 0.0
    beta: float = 0.4  # of the importance weights at the start; 1 at the end
    epsilon: float = 0.3
    epsilon_end: float = 0.03
    temperature: float = 0.2
    mix: float = 0.3
    mix_end: float = 0.3
    slow_rate: float = 0.01
    grad_norm: float = 1.0
    demo: float = 0.0
    demo_end: float = 0.0
    margin: float = 0.1
    seed: int = 1


def columns(inputs: int, actions: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """The columns of a buffer of transitions."""
    return {
        "observation": ((inputs,), np.float32),
        "mask": ((actions,), np.bool_),
        "teacher": ((), np.int64),  # the teacher's action, or -1
        "action": ((), np.int64),
        "reward": ((), np.float32),
        "end": ((), np.float32),  # what the episode ended with, for the side that acted
        "over": ((), np.bool_),
        "sign": ((), np.float32),
        "next": ((inputs,), np.float32),
        "next_mask": ((actions,), np.bool_),
    }


class Dqn:
    """Q-learning on transitions from `play`."""

    name = "dqn"

    def __init__(self, learner: Learner, play: Play, parameters: Parameters) -> None:
        self.learner, self.play, self.parameters = learner, play, parameters
        shape = learner.description
        self.buffer = ReplayBuffer(
            parameters.capacity, columns(shape.inputs, shape.actions), parameters.alpha
        )
        self.updates = 0
        self.epsilon = parameters.epsilon
        if learner.anchor is None:
            learner.drop_anchor()

    def update(self, progress: float) -> Update:
        given = self.parameters
        self.rng = np.random.default_rng([given.seed, self.updates])
        self.epsilon = _between(given.epsilon, given.epsilon_end, progress)
        rows, figures = self.play(self.choose)
        self.buffer.add(rows)
        while len(self.buffer) < min(given.filled, given.capacity):
            more, _ = self.play(self.choose)
            self.buffer.add(more)
        lr = given.lr * _between(1.0, given.lr_end, progress)
        mix = _between(given.mix, given.mix_end, progress)
        beta = _between(given.beta, 1.0, progress)
        demo = _between(given.demo, given.demo_end, progress)
        sums, batches = np.zeros(4), max(1, round(given.passes * len(rows["action"]) / given.batch))
        for _ in range(batches):
            drawn = self.buffer.sample(given.batch, self.rng, beta)
            sums += self._learn(drawn, lr, mix, demo)
        self.updates += 1
        names = ("value_loss", "q", "accuracy", "grad_norm")
        means = {name: float(x) for name, x in zip(names, sums / batches, strict=True)}
        settings = {"lr": lr, "epsilon": self.epsilon}
        return Update(len(rows["action"]), means | figures | settings)

    def choose(self, observation: Floats, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Epsilon-greedy actions."""
        q = self._q(observation)
        q[~mask] = IMPOSSIBLE
        actions: NDArray[np.int64] = q.argmax(axis=1)
        draws = self.rng.random((3, len(actions)))
        odd = draws[0] < self.epsilon
        if odd.any():
            drawn = q[odd] / self.parameters.temperature
            uniform = draws[1, odd] < 0.5
            drawn[uniform] = np.where(mask[odd][uniform], 0.0, IMPOSSIBLE)
            gumbel = -np.log(-np.log(self.rng.random(drawn.shape) + 1e-12) + 1e-12)
            actions[odd] = (drawn + gumbel).argmax(axis=1)
        return actions

    def _q(self, observation: Floats) -> NDArray[np.float64]:
        with torch.no_grad():
            q = self.learner.model(torch.from_numpy(observation))["q"]
        return np.array(q.numpy(), np.float64)

    def _learn(self, drawn: Drawn, lr: float, mix: float, demo: float) -> list[float]:
        model, slow = self.learner.model, self.learner.anchor
        assert slow is not None
        following = torch.from_numpy(drawn["next"])
        with torch.no_grad():
            mask = torch.from_numpy(drawn["next_mask"])
            best = model(following)["q"].masked_fill(~mask, IMPOSSIBLE).argmax(dim=1)
            value = slow(following)["q"].gather(1, best[:, None])[:, 0]
            over = torch.from_numpy(drawn["over"])
            reward, sign = torch.from_numpy(drawn["reward"]), torch.from_numpy(drawn["sign"])
            bootstrap = torch.where(over, reward, sign * value)
            target = (1 - mix) * bootstrap + mix * torch.from_numpy(drawn["end"])
        action = torch.from_numpy(drawn["action"])
        every = model(torch.from_numpy(drawn["observation"]))["q"]
        q = every.gather(1, action[:, None])[:, 0]
        errors = q - target
        loss = (torch.from_numpy(drawn.weights) * errors.square()).mean()
        above, agreed = self._demo(every, drawn)
        gradient = self.learner.gradient(loss + demo * above)
        norm = self.learner.descend(gradient, lr, self.parameters.grad_norm)
        self.learner.move_anchor(self.parameters.slow_rate)
        self.buffer.update(drawn.rows, errors.detach().numpy())
        return [float(loss.detach()), float(q.detach().mean()), agreed, norm]

    def _demo(self, q: torch.Tensor, drawn: Drawn) -> tuple[torch.Tensor, float]:
        """The large-margin loss, and how often the best action is the teacher's."""
        shown = torch.from_numpy(np.flatnonzero(drawn["teacher"] >= 0))
        if not len(shown):
            return q.new_zeros(()), 0.0
        teacher = torch.from_numpy(drawn["teacher"])[shown][:, None]
        legal = q[shown].masked_fill(~torch.from_numpy(drawn["mask"])[shown], IMPOSSIBLE)
        own = legal.gather(1, teacher)
        raised = legal + self.parameters.margin
        raised = raised.scatter(1, teacher, own)
        agreed = (legal.argmax(dim=1) == teacher[:, 0]).float().mean()
        return (raised.max(dim=1).values - own[:, 0]).mean(), float(agreed)

    def state(self) -> dict[str, Any]:
        return {"updates": self.updates}

    def restore(self, held: Mapping[str, Any]) -> None:
        self.updates = int(held["updates"])

    def close(self) -> None:
        """Nothing runs in the background."""


def _between(first: float, last: float, progress: float) -> float:
    return first + (last - first) * progress
