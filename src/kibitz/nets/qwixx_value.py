"""Qwixx: a small network that predicts the winner and the final scores between two turns.

One network serves one to five players and both orders. The seats count from the player who rolls
next. For each seat fifteen inputs (qwixx_inputs.py) select rows of one table, whose 96 numbers are
summed. The sums pass through a ReLU: this is the sheet as the network sees it, by the same weights
for all seats. The own sheet and the sum of all sheets give 48 numbers, these pass through another
ReLU to three: the strength of the seat, and the mean and log-variance of its final score in units
of 20 points. The winning chances are the softmax of the strengths (a tie is shared).

The value of a sheet is nearly a sum over its rows, so the table does most of the work; the layers
after it see how close the end is, and who is ahead.

Every sum is computed in a fixed order, in single precision, so the native twin
(native/nets/qwixx_value.hpp) gives the same bits, and both engines play the same game.

A file may also hold the network of qwixx_moments.py, which predicts scores alone: its chances are
always those of the Gaussian rule.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine
from kibitz.core.errors import BadModel
from kibitz.nets import qwixx_moments, weights
from kibitz.nets.qwixx_inputs import INPUTS, TABLE, Between, inputs

SHIPPED = weights.MODELS / "qwixx_value.safetensors"
WIDE, NARROW, OUT, LANES = 96, 48, 3, 8
POINTS = 20.0  # the unit of mean and spread
LOG_MAX = 20.0  # of a log-variance
NUMBER_MAX = 1e6  # limit of a weight: sums of these cannot overflow

VALUE, MOMENTS = "qwixx value", "qwixx moments"  # what the metadata of a file says

SHAPES: weights.Shapes = {
    "table": (TABLE, WIDE),
    "table_bias": (WIDE,),
    "own": (WIDE, NARROW),
    "all": (WIDE, NARROW),
    "hidden_bias": (NARROW,),
    "out": (OUT, NARROW),
    "out_bias": (OUT,),
}


class Estimate(NamedTuple):
    """What the network expects of a position, each by seat."""

    chances: list[float]
    means: list[float]  # of the final score
    sigmas: list[float]  # its standard deviation


class QwixxValue:
    """The network, ready for inference."""

    def __init__(self, tensors: weights.Tensors) -> None:
        for name, tensor in tensors.items():
            if not (np.abs(tensor) <= NUMBER_MAX).all():
                raise BadModel(f"{name} of the network has a weight beyond {NUMBER_MAX:g}")
        self.tensors = tensors
        self.has_strengths = tensors.keys() == SHAPES.keys()
        self.key = weights.key_of(tensors)
        self.native = engine.native()
        if self.native is not None:
            numbers = np.concatenate([tensor.ravel() for tensor in tensors.values()])
            self.native.qwixx_value_keep(self.key, numbers)

    def estimate(self, positions: Sequence[Between]) -> list[Estimate]:
        """Chances, means and spreads of positions with the same number of players.

        Where a game is over, its shares and scores.
        """
        found = self._outputs([position for position in positions if not position.over])
        return [
            _end(position) if position.over else self._estimate(next(found))
            for position in positions
        ]

    def chances(self, positions: Sequence[Between], rank: str = "win") -> list[list[float]]:
        """Each seat's winning chance by a rank: win, gaussian, or both, which is their mean."""
        found = self._outputs([position for position in positions if not position.over])
        return [
            position.shares if position.over else self._chances(next(found), rank)
            for position in positions
        ]

    def points(self, positions: Sequence[Between]) -> list[float]:
        """The mean of the first seat's score: what counts in the solo game."""
        found = self._outputs([position for position in positions if not position.over])
        return [p.scores[0] if p.over else POINTS * next(found)[0][1] for p in positions]

    def _chances(self, seats: list[list[float]], rank: str = "win") -> list[float]:
        if len(seats) == 1:
            return [1.0]
        if rank == "gaussian" or not self.has_strengths:
            return gaussian(seats)
        by_strength = softmax(seats)
        if rank == "win":
            return by_strength
        return [0.5 * (x + y) for x, y in zip(by_strength, gaussian(seats), strict=True)]

    def _estimate(self, seats: list[list[float]]) -> Estimate:
        means = [POINTS * seat[1] for seat in seats]
        sigmas = [POINTS * math.sqrt(_variance(seat[2])) for seat in seats]
        return Estimate(self._chances(seats), means, sigmas)

    def _outputs(self, positions: Sequence[Between]) -> Iterator[list[list[float]]]:
        if not positions:
            return iter(())
        return iter(self.outputs(np.array([inputs(p) for p in positions], np.int16)).tolist())

    def outputs(self, rows: NDArray[np.int16]) -> NDArray[np.float32]:
        """Strength, mean and log-variance by position and seat, for given inputs."""
        if self.native is not None:
            found: NDArray[np.float32] = self.native.qwixx_value_outputs(self.key, rows)
            return found
        plain = plain_outputs if self.has_strengths else qwixx_moments.plain_outputs
        return plain(self.tensors, rows)


def plain_outputs(tensors: weights.Tensors, rows: NDArray[np.int16]) -> NDArray[np.float32]:
    """The same in numpy, adding the terms of every sum in the order of the native twin."""
    table, table_bias, own, shared, hidden_bias, out, out_bias = tensors.values()
    positions, players, _ = rows.shape
    wide = np.tile(table_bias, (positions, players, 1))
    for place in range(INPUTS):
        wide += table[rows[:, :, place]]
    np.maximum(wide, 0, out=wide)
    total = wide[:, 0].copy()
    for seat in range(1, players):
        total += wide[:, seat]
    narrow = np.tile(hidden_bias, (positions, players, 1))
    from_all = np.zeros((positions, NARROW), np.float32)
    for j in range(WIDE):
        narrow += wide[:, :, j : j + 1] * own[j]
        from_all += total[:, j : j + 1] * shared[j]
    narrow += from_all[:, None]
    np.maximum(narrow, 0, out=narrow)
    found = np.empty((positions, players, OUT), np.float32)
    for m in range(OUT):
        parts = np.zeros((positions, players, LANES), np.float32)
        for k in range(0, NARROW, LANES):
            parts += narrow[:, :, k : k + LANES] * out[m, k : k + LANES]
        added = np.zeros((positions, players), np.float32)
        for lane in range(LANES):
            added += parts[:, :, lane]
        found[:, :, m] = out_bias[m] + added
    return found


def softmax(seats: list[list[float]]) -> list[float]:
    """Winning chances from the strengths."""
    most = max(seat[0] for seat in seats)
    grown = [math.exp(seat[0] - most) for seat in seats]
    total = 0.0
    for x in grown:
        total += x
    return [x / total for x in grown]


def gaussian(seats: list[list[float]]) -> list[float]:
    """Chances to have more points than the rival with the highest mean, by normal scores."""
    found = []
    for i, seat in enumerate(seats):
        others = [k for k in range(len(seats)) if k != i]
        rival = seats[max(others, key=lambda k: seats[k][1])]
        variance = _variance(seat[2]) + _variance(rival[2])
        found.append(0.5 * math.erfc(-(seat[1] - rival[1]) / math.sqrt(2 * variance)))
    return found


def _variance(log: float) -> float:
    return math.exp(max(-LOG_MAX, min(LOG_MAX, log)))


def _end(position: Between) -> Estimate:
    return Estimate(position.shares, [float(x) for x in position.scores], [0.0] * position.players)


def load(file: Path = SHIPPED) -> QwixxValue:
    """Load the network of a file, with a cache; reads again when the file or engine changes."""
    try:
        stat = file.stat()
    except OSError:
        stat = None  # reading raises the right error
    stamp = None if stat is None else (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return _load(file, stamp, engine.native() is not None)


@functools.lru_cache(maxsize=32)
def _load(file: Path, _stamp: tuple[int, ...] | None, _is_native: bool) -> QwixxValue:
    moments = weights.about(file).get("about") == MOMENTS
    return QwixxValue(weights.read(file, qwixx_moments.SHAPES if moments else SHAPES))
