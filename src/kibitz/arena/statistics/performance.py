"""The rating of one bot from its games against opponents whose ratings are known.

    performance([[(812.0, 1.0), (640.0, 0.5)], ...])    # per unit: (opponent's Elo, score)

The model is that of elo_ratings.py with everybody else fixed: the maximum-likelihood strength,
found by Newton's method, with one imaginary draw against the mean opponent, and the sandwich error
over units. It takes microseconds, so it can run after every deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kibitz.arena.statistics.elo_ratings import CLOSE, PRIOR, STEP_LENGTH_MAX, STEPS_MAX
from kibitz.arena.statistics.elo_scale import SCALE
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.statistics.quantile import LEVEL, student

Games = Sequence[tuple[float, float]]  # of one unit: the opponent's Elo, and the score against it


def performance(units: Sequence[Games], level: float = LEVEL) -> Estimate:
    """Return the Elo at which these scores are most likely, with its 95 % interval."""
    rows = [(unit, elo, score) for unit, games in enumerate(units) for elo, score in games]
    if not rows:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    table = np.array(rows, dtype=np.float64)
    unit, against, score = table[:, 0].astype(np.int64), table[:, 1] / SCALE, table[:, 2]
    centre = float(against.mean())
    strength = centre
    for _ in range(STEPS_MAX):
        chance, even = _chance(strength - against), float(_chance(strength - centre))
        slope = float((score - chance).sum()) + PRIOR * (0.5 - even)
        information = float((chance * (1 - chance)).sum()) + PRIOR * even * (1 - even)
        step = slope / information
        strength += math.copysign(min(abs(step), STEP_LENGTH_MAX), step)
        if abs(step) < CLOSE:
            break
    rest = score - _chance(strength - against)
    slopes = np.bincount(unit, weights=rest, minlength=len(units))
    luck = PRIOR**2 * ((1 - even) ** 2 + even**2) / 2
    n = len(units)
    meat = float((slopes**2).sum()) * n / max(1, n - 1) + luck
    half = student(n - 1, level) * SCALE * math.sqrt(meat) / information
    value = SCALE * strength
    return Estimate(value, value - half, value + half, n)


def _chance(
    x: float | np.ndarray[tuple[int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.asarray(0.5 * (1 + np.tanh(np.asarray(x) / 2)))
