"""Means with 95 % intervals, one value per unit.

A unit is what shares its luck: the same deal with the seats exchanged, or the whole rotation. Its
games count as one value, their mean; units are independent, games are not. Hence nothing below
counts games, and an interval is as narrow as the pairing of deals makes it.

    mean(values)    of anything: points, differences
    share(values)   of a score between 0 and 1: win rates; never leaves 0 to 1
    share_of(a, b)  the same where units differ in size: sum of a over sum of b, a at most b
    ratio(a, b)     sum of a over sum of b, of any size: points per game

Every share in a table, a report, a page or a progress line has the interval of `share`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.arena.statistics.quantile import LEVEL, student

Values = NDArray[np.float64]

LUCK = 1 / 16  # the variance of a unit that comes out a quarter above or below the mean


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float
    units: int

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Whether the interval excludes a value, so that the difference is significant."""
        return not self.low <= value <= self.high

    def __str__(self) -> str:
        return f"{self.value:+.2f} (95 % interval {self.low:+.2f} to {self.high:+.2f})"


def mean(values: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return the mean of independent values, one per unit; fewer than two give no interval."""
    x = np.asarray(values, dtype=np.float64)
    n = len(x)
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    centre = float(x.mean())
    if n == 1:
        return Estimate(centre, -math.inf, math.inf, 1)
    half = student(n - 1, level) * float(x.std(ddof=1)) / math.sqrt(n)
    return Estimate(centre, centre - half, centre + half, n)


def share(values: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return the mean of scores between 0 and 1, one per unit, with Wilson's interval.

    Wilson's interval stays inside 0 to 1 and keeps its coverage near both ends, where mean plus or
    minus errors does not. It is made for independent wins and losses, so it is given the effective
    number of those: p (1 - p) over the variance of a unit.
    """
    x = np.asarray(values, dtype=np.float64)
    return share_of(x, np.ones(len(x)), level)


def share_of(counted: ArrayLike, of: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return the share of a sum, of values paired by unit, with the interval of `share`."""
    a, b = np.asarray(counted, dtype=np.float64), np.asarray(of, dtype=np.float64)
    n, total = len(a), float(b.sum())
    if n == 0 or total <= 0:
        return Estimate(math.nan, 0.0, 1.0, n)
    p = min(1.0, max(0.0, float(a.sum()) / total))
    return wilson(p, float((((a - p * b) * (n / total)) ** 2).sum()), n, level)


def wilson(p: float, squares: float, n: int, level: float = LEVEL) -> Estimate:
    """Return Wilson's interval of a mean score p of n units, given the sum of squared deviations.

    The variance has one imaginary unit of luck, as in `unit_variance`.
    """
    if n < 2:
        return Estimate(p, 0.0, 1.0, n)
    variance = (squares + LUCK) / n
    # At the very ends there is no spread to compare with: count each unit as one game.
    games = n * p * (1 - p) / variance if 0 < p < 1 else float(n)
    t = student(n - 1, level)
    scale = 1 + t * t / games
    centre = (p + t * t / (2 * games)) / scale
    half = t / scale * math.sqrt(p * (1 - p) / games + (t / (2 * games)) ** 2)
    # If all or nothing was won, one bound is exactly there; rounding must not move it.
    low = 0.0 if p == 0 else max(0.0, centre - half)
    high = 1.0 if p == 1 else min(1.0, centre + half)
    return Estimate(p, low, high, n)


def unit_variance(scores: ArrayLike) -> float:
    """Return the variance of a unit's score, with one imaginary unit added to those played.

    It only matters for small samples: two deals that both came out even do not prove that every
    deal will. Among 100 units it widens an interval by a few thousandths.
    """
    x = np.asarray(scores, dtype=np.float64)
    return (float(((x - x.mean()) ** 2).sum()) + LUCK) / max(1, len(x))


def ratio(counted: ArrayLike, of: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return the ratio of two sums, of values paired by unit.

    The interval is that of the mean contribution of a unit to (ratio - estimate): units may differ
    in size. If there was nothing to count, nothing is known.
    """
    a, b = np.asarray(counted, dtype=np.float64), np.asarray(of, dtype=np.float64)
    n, total = len(a), float(b.sum())
    if total <= 0:
        return Estimate(math.nan, -math.inf, math.inf, n)
    value = float(a.sum()) / total
    if n < 2:
        return Estimate(value, -math.inf, math.inf, n)
    rest = a - value * b
    half = student(n - 1, level) * math.sqrt(n / (n - 1) * float((rest**2).sum())) / total
    return Estimate(value, value - half, value + half, n)
