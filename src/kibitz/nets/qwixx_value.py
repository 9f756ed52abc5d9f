"""Qwixx: a small network that predicts the winner of a two-player game between two turns.

A position is seen by the player who rolls next. Its inputs select 13 rows of a table, whose 96
numbers are summed:
    for each of the four rows of the sheets (ascending rows share their part of the table, and so
    do descending ones)
        reach and marks of the own row       reach: numbers marked or passed over, 0 to 11; 12 where
        reach and marks of the other's row   the row is closed. Marks: 0 to 12, a lock counts two
        both reaches
    the strikes of both
The sums pass through a ReLU to 32 numbers, these through another to one: the log-odds of a win (a
tie is half a win). The value of a sheet is nearly a sum over its rows, so the table does most of
the work; the layers after it see how close the end is, and who is ahead.

Every sum is computed in the order of its terms, in single precision, so the native twin
(native/nets/qwixx_value.hpp) gives the same bits, and both engines play the same game.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine
from kibitz.core.errors import BadModel
from kibitz.games.qwixx.rules import CELLS, LOCKS_END, ROWS, STRIKES_END, frontier, marks, score
from kibitz.nets import weights

SHIPPED = weights.MODELS / "qwixx_value.safetensors"
WIDE, NARROW = 96, 32
CLOSED = CELLS + 1  # the reach of a closed row
REACHES = CLOSED + 1
MARKS = CELLS + 2
ROW_PART = 3 * REACHES * MARKS
TABLE = 2 * ROW_PART + (STRIKES_END + 1) ** 2
INPUTS = 3 * len(ROWS) + 1
NUMBER_MAX = 1e6  # limit of a weight: sums of these cannot overflow

SHAPES: weights.Shapes = {
    "table": (TABLE, WIDE),
    "table_bias": (WIDE,),
    "hidden": (WIDE, NARROW),
    "hidden_bias": (NARROW,),
    "out": (NARROW,),
    "out_bias": (1,),
}


@dataclass(frozen=True)
class Between:
    """A two-player game between two turns, starting with the player who rolls next."""

    sheets: tuple[tuple[int, ...], tuple[int, ...]]
    strikes: tuple[int, int]
    closed: tuple[bool, ...]

    @property
    def over(self) -> bool:
        return max(self.strikes) >= STRIKES_END or sum(self.closed) >= LOCKS_END

    @property
    def outcome(self) -> float:
        """The first player's share of the win, once the game is over."""
        mine, other = (score(list(s), k) for s, k in zip(self.sheets, self.strikes, strict=True))
        return 0.5 if mine == other else float(mine > other)


def inputs(position: Between) -> list[int]:
    """The rows of the table that a position selects."""
    found: list[int] = []
    for row in range(len(ROWS)):
        closed, base = position.closed[row], row // 2 * ROW_PART
        mine, other = (sheet[row] for sheet in position.sheets)
        reach_mine, reach_other = (CLOSED if closed else frontier(bits) for bits in (mine, other))
        found.append(base + reach_mine * MARKS + marks(mine))
        found.append(base + REACHES * MARKS + reach_other * MARKS + marks(other))
        found.append(base + 2 * REACHES * MARKS + reach_mine * REACHES + reach_other)
    found.append(2 * ROW_PART + position.strikes[0] * (STRIKES_END + 1) + position.strikes[1])
    return found


class QwixxValue:
    """The network, ready for inference."""

    def __init__(self, tensors: weights.Tensors) -> None:
        for name, tensor in tensors.items():
            if not (np.abs(tensor) <= NUMBER_MAX).all():
                raise BadModel(f"{name} of the network has a weight beyond {NUMBER_MAX:g}")
        self.tensors = tensors
        self.key = weights.key_of(tensors)
        self.native = engine.native()
        if self.native is not None:
            numbers = np.concatenate([tensor.ravel() for tensor in tensors.values()])
            self.native.qwixx_value_keep(self.key, numbers)

    def values(self, positions: Sequence[Between]) -> list[float]:
        """For each position the probability that the player who rolls next wins."""
        going_on = [position for position in positions if not position.over]
        found = iter(self.logits([inputs(position) for position in going_on]))
        return [p.outcome if p.over else chance(next(found)) for p in positions]

    def logits(self, rows: Sequence[Sequence[int]]) -> list[float]:
        """Log-odds for given inputs."""
        if not rows:
            return []
        array = np.array(rows, dtype=np.int16)
        if self.native is not None:
            return list(self.native.qwixx_value_logits(self.key, array))
        return [float(x) for x in plain_logits(self.tensors, array)]


def plain_logits(tensors: weights.Tensors, rows: NDArray[np.int16]) -> NDArray[np.float32]:
    """The same in numpy, adding the terms of every sum one by one."""
    table, table_bias, hidden, hidden_bias, out, out_bias = tensors.values()
    wide = np.repeat(table_bias[None], len(rows), axis=0)
    for place in range(INPUTS):
        wide += table[rows[:, place]]
    np.maximum(wide, 0, out=wide)
    narrow = np.repeat(hidden_bias[None], len(rows), axis=0)
    for j in range(WIDE):
        narrow += wide[:, j : j + 1] * hidden[j]
    np.maximum(narrow, 0, out=narrow)
    total = np.repeat(out_bias, len(rows))
    for k in range(NARROW):
        total += narrow[:, k] * out[k]
    return total


def chance(logit: float) -> float:
    try:
        return 1.0 / (1.0 + math.exp(-logit))
    except OverflowError:  # beyond a double; the twin gets infinity here
        return 0.0


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
    return QwixxValue(weights.read(file, SHAPES))
