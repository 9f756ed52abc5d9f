"""Many words of a stream (rng.py) at once, with numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.core.rng import GOLDEN

Words = NDArray[np.uint64]


def stream_words(seed: int, count: int, first: int = 0) -> Words:
    """Return the words first .. first + count - 1 of the stream of a seed, the first being 0."""
    with np.errstate(over="ignore"):
        numbers = np.arange(first + 1, first + count + 1, dtype=np.uint64)
        x = np.uint64(seed) + numbers * np.uint64(GOLDEN)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))
