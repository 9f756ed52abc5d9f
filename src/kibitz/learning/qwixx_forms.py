"""Qwixx: the two networks that self-play can train, with what a training step needs of each.

    table      nets/qwixx_value.py: predicts the winner and the scores
    moments    nets/qwixx_moments.py: the published design, which predicts the scores alone

The losses are decoupled: cross-entropy for the winner, squared error for the mean of the score, and
for its variance the Gaussian likelihood of the final score around a mean that it cannot move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.nets import qwixx_moments, weights
from kibitz.nets.qwixx_inputs import ROW_PART, TABLE
from kibitz.nets.qwixx_value import LOG_MAX, MOMENTS, NARROW, POINTS, SHAPES, VALUE, WIDE

SPREAD = 0.1  # of the initial weights of a table
BIAS = 0.1
MEAN_BIAS = 3.0  # the mean of a score to begin with, in units of POINTS
MIRROR = np.arange(TABLE)  # the row of the table that a mirrored input selects
MIRROR[: 2 * ROW_PART] = np.roll(MIRROR[: 2 * ROW_PART], ROW_PART)
WEIGHT_MEAN, WEIGHT_SPREAD = 0.5, 0.1  # of the losses, that of the winner being 1


@dataclass(frozen=True)
class TableForm:
    """Ascending rows for descending ones, and all dice reversed, is the same game.

    A new network is its own mirror image: the second half of the units of each layer sees the
    mirrored sheets by the weights of the first half. It stays so, because its gradients are made
    symmetric: that is as good as training on every position twice. With the weights of a network
    that is not, half of each batch is mirrored. The other symmetries of the rows are part of the
    network.
    """

    about = VALUE
    shapes = SHAPES

    def start(self, rng: np.random.Generator) -> weights.Tensors:
        """Random weights to begin with."""
        start = _zeros(self.shapes)
        start["table"] = rng.normal(0, SPREAD, (TABLE, WIDE)).astype(np.float32)
        start["table_bias"] += np.float32(BIAS)
        for name, size in (("own", 2 * WIDE), ("all", 8 * WIDE), ("out", NARROW)):
            start[name] = _uniform(rng, self.shapes[name], size)
        start["out_bias"][1] = MEAN_BIAS
        image = self.mirrored(np, start)
        for name, tensor in start.items():
            if name != "out_bias":
                units = tensor.shape[-1] // 2
                tensor[..., units:] = image[name][..., units:]
        return start

    def mirrored(self, module: Any, tensors: Mapping[str, Any]) -> dict[str, Any]:
        """The network that says of a position what this one says of its mirror image."""
        roll = module.roll
        table, table_bias, own, shared, hidden_bias, out, out_bias = tensors.values()
        turned = {
            "table": roll(table[MIRROR], WIDE // 2, -1),
            "table_bias": roll(table_bias, WIDE // 2, 0),
            "own": roll(roll(own, WIDE // 2, 0), NARROW // 2, -1),
            "all": roll(roll(shared, WIDE // 2, 0), NARROW // 2, -1),
            "hidden_bias": roll(hidden_bias, NARROW // 2, 0),
            "out": roll(out, NARROW // 2, -1),
            "out_bias": out_bias,
        }
        assert turned.keys() == self.shapes.keys()
        return turned

    def is_symmetric(self, net: weights.Tensors) -> bool:
        """Whether a network is its own mirror image."""
        return all((net[name] == x).all() for name, x in self.mirrored(np, net).items())

    def seen(
        self, inputs: NDArray[np.int16], symmetric: bool, _rng: np.random.Generator
    ) -> NDArray[Any]:
        """A batch as the network sees it, with symmetries of the rows applied."""
        seen = inputs.astype(np.int64)
        if not symmetric:
            half = len(inputs) // 2
            seen[:half] = MIRROR[seen[:half]]
        return seen

    def tied(self, torch: Any, gradients: dict[str, Any]) -> dict[str, Any]:
        """The gradients of a symmetric network, such that it stays symmetric."""
        image = self.mirrored(torch, gradients)
        return {name: 0.5 * (one + image[name]) for name, one in gradients.items()}

    def outputs(self, torch: Any, net: dict[str, Any], seen: Any) -> Any:
        """Compute the network with gradients."""
        positions, players, inputs = seen.shape
        rows = seen.reshape(positions * players, inputs)
        wide = torch.nn.functional.embedding_bag(rows, net["table"], mode="sum") + net["table_bias"]
        sheets = torch.relu(wide)
        own = (sheets @ net["own"]).view(positions, players, NARROW) + net["hidden_bias"]
        shared = sheets.view(positions, players, WIDE).sum(1) @ net["all"]
        return torch.relu(own + shared[:, None]) @ net["out"].T + net["out_bias"]

    def losses(self, torch: Any, out: Any, wins: Any, points: Any, finals: Any) -> tuple[Any, Any]:
        """The loss to report, and the rest."""
        strength, mean, log_variance = out.unbind(-1)
        winner = -(wins * torch.log_softmax(strength, 1)).sum(1).mean()
        error, likelihood = _of_scores(torch, mean, log_variance, points, finals)
        return winner, WEIGHT_MEAN * error + WEIGHT_SPREAD * likelihood


@dataclass(frozen=True)
class MomentsForm:
    """Each eighth of a batch has its rows in another order in which the game is the same."""

    about = MOMENTS
    shapes = qwixx_moments.SHAPES

    def start(self, rng: np.random.Generator) -> weights.Tensors:
        """Random weights to begin with."""
        start = _zeros(self.shapes)
        for name, shape in self.shapes.items():
            if len(shape) == 2:
                start[name] = _uniform(rng, shape, shape[0])
        start["out_bias"][0] = MEAN_BIAS
        return start

    def is_symmetric(self, _net: weights.Tensors) -> bool:
        """Never: the rows have weights of their own."""
        return False

    def tied(self, _torch: Any, gradients: dict[str, Any]) -> dict[str, Any]:
        """The gradients as they are."""
        return gradients

    def seen(
        self, inputs: NDArray[np.int16], _symmetric: bool, rng: np.random.Generator
    ) -> NDArray[Any]:
        """A batch as the network sees it, with symmetries of the rows applied."""
        parts = np.array_split(inputs, len(qwixx_moments.SYMMETRIES))
        orders = rng.permutation(len(parts))
        turned = [
            qwixx_moments.permuted(part, qwixx_moments.SYMMETRIES[i])
            for part, i in zip(parts, orders, strict=True)
        ]
        return qwixx_moments.features(np.concatenate(turned))

    def outputs(self, torch: Any, net: dict[str, Any], seen: Any) -> Any:
        """Compute the network with gradients."""
        first = torch.relu(seen @ net["first"] + net["first_bias"])
        second = torch.relu(first @ net["second"] + net["second_bias"])
        return second @ net["out"] + net["out_bias"]

    def losses(self, torch: Any, out: Any, _wins: Any, points: Any, finals: Any) -> tuple[Any, Any]:
        """The loss to report, and the rest."""
        mean, log_variance = out.unbind(-1)
        error, likelihood = _of_scores(torch, mean, log_variance, points, finals)
        return error, WEIGHT_SPREAD * likelihood


Form = TableForm | MomentsForm
FORMS: dict[str, Form] = {"table": TableForm(), "moments": MomentsForm()}


def _zeros(shapes: weights.Shapes) -> weights.Tensors:
    return {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}


def _uniform(rng: np.random.Generator, shape: tuple[int, ...], size: int) -> NDArray[np.float32]:
    bound = size**-0.5
    return rng.uniform(-bound, bound, shape).astype(np.float32)


def _of_scores(torch: Any, mean: Any, log_variance: Any, points: Any, finals: Any) -> Any:
    error = ((mean - points / POINTS) ** 2).mean()
    log_variance = log_variance.clamp(-LOG_MAX, LOG_MAX)
    left = (finals / POINTS - mean.detach()) ** 2
    likelihood = 0.5 * (log_variance + left * torch.exp(-log_variance)).mean()
    return error, likelihood
