"""Qwixx: a small network that predicts the winner and the final scores between two turns.

One network serves one to five players and both orders. The seats count from the player who rolls
next. For each seat fifteen inputs select rows of one table, whose 96 numbers are summed:
    for each of the four rows of the sheets (ascending rows share their part of the table, and so
    do descending ones)
        reach and marks                  reach: numbers marked or skipped, 0 to 11; 12 where the row
        reach, and the others' highest   is closed. Marks: 0 to 12, a lock counts two
        marks, and the others' highest
    own strikes, and the others' most
    order, number of players, and turns until the seat rolls
    the lead over the best of the others, in points
The sums pass through a ReLU: this is the sheet as the network sees it, by the same weights for all
seats. The own sheet and the sum of all sheets give 48 numbers, these pass through another ReLU to
three: the strength of the seat, and the mean and log-variance of its final score in units of
20 points. The winning chances are the softmax of the strengths (a tie is shared).

The value of a sheet is nearly a sum over its rows, so the table does most of the work; the layers
after it see how close the end is, and who is ahead.

Every sum is computed in a fixed order, in single precision, so the native twin
(native/nets/qwixx_value.hpp) gives the same bits, and both engines play the same game.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine
from kibitz.core.errors import BadModel
from kibitz.games.qwixx.rules import CELLS, LOCKS_END, ROWS, STRIKES_END, frontier, marks, score
from kibitz.nets import weights

SHIPPED = weights.MODELS / "qwixx_value.safetensors"
PLAYERS_MAX = 5
WIDE, NARROW, OUT, LANES = 96, 48, 3, 8
CLOSED = CELLS + 1  # the reach of a closed row
REACHES = CLOSED + 1
MARKS = CELLS + 2
PAIRS = REACHES * MARKS
ROW_PART = 3 * PAIRS
LEAD_MAX = 32  # points; a larger lead counts as this one
STRIKES_AT = 2 * ROW_PART
TABLE_AT = STRIKES_AT + (STRIKES_END + 1) ** 2
LEAD_AT = TABLE_AT + 2 * PLAYERS_MAX**2
TABLE = LEAD_AT + 2 * LEAD_MAX + 1
INPUTS = 3 * len(ROWS) + 3  # of a seat
POINTS = 20.0  # the unit of mean and spread
LOG_MAX = 20.0  # of a log-variance
NUMBER_MAX = 1e6  # limit of a weight: sums of these cannot overflow

SHAPES: weights.Shapes = {
    "table": (TABLE, WIDE),
    "table_bias": (WIDE,),
    "own": (WIDE, NARROW),
    "all": (WIDE, NARROW),
    "hidden_bias": (NARROW,),
    "out": (OUT, NARROW),
    "out_bias": (OUT,),
}

Sheet = tuple[int, ...]


@dataclass(frozen=True)
class Between:
    """A game between two turns; the seats count from the player who rolls next."""

    sheets: tuple[Sheet, ...]
    strikes: tuple[int, ...]
    closed: tuple[bool, ...]
    sequential: bool

    @property
    def players(self) -> int:
        return len(self.sheets)

    @property
    def over(self) -> bool:
        return max(self.strikes) >= STRIKES_END or sum(self.closed) >= LOCKS_END

    @property
    def scores(self) -> list[int]:
        return [score(list(s), k) for s, k in zip(self.sheets, self.strikes, strict=True)]

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win, once the game is over."""
        scores = self.scores
        best = max(scores)
        return [1.0 / scores.count(best) if points == best else 0.0 for points in scores]


class Estimate(NamedTuple):
    """What the network expects of a position, each by seat."""

    chances: list[float]
    means: list[float]  # of the final score
    sigmas: list[float]  # its standard deviation


def inputs(position: Between) -> list[list[int]]:
    """The rows of the table that a position selects, for each seat."""
    scores = position.scores
    return [_inputs_of(position, seat, scores) for seat in range(position.players)]


def _inputs_of(position: Between, seat: int, scores: list[int]) -> list[int]:
    others = [k for k in range(position.players) if k != seat]
    found: list[int] = []
    for row in range(len(ROWS)):
        closed, base = position.closed[row], row // 2 * ROW_PART
        bits = position.sheets[seat][row]
        rows = [position.sheets[k][row] for k in others]
        reach = CLOSED if closed else frontier(bits)
        reach_others = CLOSED if closed else max((frontier(x) for x in rows), default=0)
        marks_others = max((marks(x) for x in rows), default=0)
        found.append(base + reach * MARKS + marks(bits))
        found.append(base + PAIRS + reach * REACHES + reach_others)
        found.append(base + 2 * PAIRS + marks(bits) * MARKS + marks_others)
    strikes_others = max((position.strikes[k] for k in others), default=0)
    lead = scores[seat] - max((scores[k] for k in others), default=scores[seat])
    table = position.sequential * PLAYERS_MAX + position.players - 1
    found.append(STRIKES_AT + position.strikes[seat] * (STRIKES_END + 1) + strikes_others)
    found.append(TABLE_AT + table * PLAYERS_MAX + seat)
    found.append(LEAD_AT + LEAD_MAX + max(-LEAD_MAX, min(LEAD_MAX, lead)))
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

    def estimate(self, positions: Sequence[Between]) -> list[Estimate]:
        """Chances, means and spreads of positions with the same number of players.

        Where a game is over, its shares and scores.
        """
        found = self._outputs([position for position in positions if not position.over])
        return [
            _end(position) if position.over else _estimate(next(found)) for position in positions
        ]

    def chances(self, positions: Sequence[Between], rank: str = "win") -> list[list[float]]:
        """Each seat's winning chance, by the softmax of the strengths or by the Gaussian rule."""
        found = self._outputs([position for position in positions if not position.over])
        by = softmax if rank == "win" else gaussian
        return [position.shares if position.over else by(next(found)) for position in positions]

    def points(self, positions: Sequence[Between]) -> list[float]:
        """The mean of the first seat's score: what counts in the solo game."""
        found = self._outputs([position for position in positions if not position.over])
        return [p.scores[0] if p.over else POINTS * next(found)[0][1] for p in positions]

    def _outputs(self, positions: Sequence[Between]) -> Iterator[list[list[float]]]:
        if not positions:
            return iter(())
        return iter(self.outputs(np.array([inputs(p) for p in positions], np.int16)).tolist())

    def outputs(self, rows: NDArray[np.int16]) -> NDArray[np.float32]:
        """Strength, mean and log-variance by position and seat, for given inputs."""
        if self.native is not None:
            found: NDArray[np.float32] = self.native.qwixx_value_outputs(self.key, rows)
            return found
        return plain_outputs(self.tensors, rows)


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


def _estimate(seats: list[list[float]]) -> Estimate:
    means = [POINTS * seat[1] for seat in seats]
    return Estimate(
        softmax(seats), means, [POINTS * math.sqrt(_variance(seat[2])) for seat in seats]
    )


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
    return QwixxValue(weights.read(file, SHAPES))
