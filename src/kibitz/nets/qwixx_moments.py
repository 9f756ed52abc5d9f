"""Qwixx: a plain network that predicts mean and log-variance of a seat's final score.

This is the published design of Qwixx's first value network: 25 features, layers of 128 and 64 with
ReLU, and two outputs in units of 20 points. It does not predict the winner: positions are ranked by
the Gaussian rule. The features of a seat, each scaled to about 1, follow from the inputs of the
other network (qwixx_inputs.py):
    for each row     reach; marks; whether it is closed; P(a white sum is its next number) times
                     its marks + 1
    own strikes; numbers skipped in open rows
    number of rivals; lead over the best of them, 32 points at most
    of all players: most strikes, closed rows, highest reach in an open row
    P(a white sum is the next number of some row); open rows with enough marks for a lock

Every sum is computed in a fixed order, in single precision: the native twin is
native/nets/qwixx_moments.hpp.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from kibitz.games.qwixx.rules import CELLS, LOCK_MARKS, LOCKS_END, ROWS, STRIKES_END
from kibitz.nets import weights
from kibitz.nets.qwixx_inputs import (
    CLOSED,
    LEAD_AT,
    LEAD_MAX,
    MARKS,
    PAIRS,
    PLAYERS_MAX,
    REACHES,
    ROW_PART,
    STRIKES_AT,
    TABLE_AT,
)

FEATURES, FIRST, SECOND, OUT = 25, 128, 64, 2
SKIPPED = 10  # numbers: the unit of its feature
ROLLS_OF_TWO = 36

SHAPES: weights.Shapes = {
    "first": (FEATURES, FIRST),
    "first_bias": (FIRST,),
    "second": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "out": (SECOND, OUT),
    "out_bias": (OUT,),
}

# The orders of the rows in which the game is the same: within a direction, and all dice reversed.
_SWAPS = itertools.product((False, True), repeat=3)
SYMMETRIES = [
    [*((2, 3)[:: -1 if b else 1]), *((0, 1)[:: -1 if a else 1])]
    if turned
    else [*((0, 1)[:: -1 if a else 1]), *((2, 3)[:: -1 if b else 1])]
    for turned, a, b in _SWAPS
]


def features(rows: NDArray[np.int16]) -> NDArray[np.float32]:
    """The features of seats, given their inputs along the last axis."""
    own = rows[..., 0 : 3 * len(ROWS) : 3] % ROW_PART
    reach, marks = own // MARKS, own % MARKS
    reach_others = (rows[..., 1 : 3 * len(ROWS) : 3] % ROW_PART - PAIRS) % REACHES
    closed = reach == CLOSED
    ways = np.where(reach < CELLS, 6 - np.abs(CELLS // 2 - reach), 0)
    by_row = [
        _ratio(np.minimum(reach, CELLS), CELLS),
        _ratio(marks, MARKS - 1),
        closed.astype(np.float32),
        _ratio(ways * (marks + 1), ROLLS_OF_TWO),
    ]
    skipped = np.where(closed, 0, reach - np.minimum(reach, marks)).sum(-1)
    furthest = np.where(closed, 0, np.maximum(reach, reach_others)).max(-1)
    lockable = (~closed & (marks >= LOCK_MARKS)).sum(-1)
    place = np.where(np.arange(len(ROWS)) < len(ROWS) // 2, reach, CELLS - 1 - reach)
    waits = np.zeros((*reach.shape[:-1], CELLS), bool)
    for row in range(len(ROWS)):
        waits |= (place[..., row, None] == np.arange(CELLS)) & (reach[..., row, None] < CELLS)
    chances = (waits * (6 - np.abs(CELLS // 2 - np.arange(CELLS)))).sum(-1)
    strikes = rows[..., -3] - STRIKES_AT
    mine, others = strikes // (STRIKES_END + 1), strikes % (STRIKES_END + 1)
    rivals = (rows[..., -2] - TABLE_AT) // PLAYERS_MAX % PLAYERS_MAX
    lead = rows[..., -1].astype(np.int64) - LEAD_AT - LEAD_MAX
    rest = [
        _ratio(mine, STRIKES_END),
        _ratio(skipped, SKIPPED),
        _ratio(rivals, PLAYERS_MAX - 1),
        _ratio(lead, LEAD_MAX),
        _ratio(np.maximum(mine, others), STRIKES_END),
        _ratio(closed.sum(-1), LOCKS_END),
        _ratio(furthest, CELLS),
        _ratio(chances, ROLLS_OF_TWO),
        _ratio(lockable, len(ROWS)),
    ]
    shape = (*reach.shape[:-1], 4 * len(ROWS))
    return np.concatenate([np.stack(by_row, -1).reshape(shape), np.stack(rest, -1)], -1)


def _ratio(x: NDArray[np.integer], unit: int) -> NDArray[np.float32]:
    return x.astype(np.float32) / np.float32(unit)


def permuted(rows: NDArray[np.int16], order: list[int]) -> NDArray[np.int16]:
    """Inputs with the rows of all sheets in another order."""
    columns = [3 * row + k for row in order for k in range(3)]
    return np.concatenate([rows[..., columns], rows[..., 3 * len(ROWS) :]], -1)


def plain_outputs(tensors: weights.Tensors, rows: NDArray[np.int16]) -> NDArray[np.float32]:
    """Strength (0), mean and log-variance in numpy, every sum in the order of the native twin."""
    x = features(rows)
    layers = list(tensors.values())
    for i in range(0, len(layers), 2):
        matrix, bias = layers[i], layers[i + 1]
        found = np.tile(bias, (*x.shape[:-1], 1))
        for j in range(len(matrix)):
            found += x[..., j : j + 1] * matrix[j]
        x = np.maximum(found, 0) if i + 2 < len(layers) else found
    return np.concatenate([np.zeros_like(x[..., :1]), x], -1)
