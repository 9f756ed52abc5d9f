"""Compare a slice of an observation with the numbers expected in it."""

from __future__ import annotations

import numpy as np

F = np.float32


def nonzero(x: np.ndarray, first: int, last: int) -> dict[int, float]:
    return {i: float(x[i]) for i in range(first, last) if x[i]}


def same(x: np.ndarray, first: int, last: int, expected: dict[int, float]) -> None:
    assert nonzero(x, first, last) == {i: float(F(value)) for i, value in expected.items()}
