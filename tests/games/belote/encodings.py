"""A table to encode, and the nonzero numbers of an encoding."""

from __future__ import annotations

from typing import Any

import numpy as np

import kibitz
from tests.games.belote.table import FOUR_SUITS, play_all


def on(x: np.ndarray) -> dict[int, float]:
    """The numbers that are not 0, rounded."""
    return {int(i): round(float(x[i]), 4) for i in np.flatnonzero(x)}


def state(calls: str = "", **options: Any) -> kibitz.State:
    return play_all(kibitz.game("belote", **options).new(deal=FOUR_SUITS), calls)
