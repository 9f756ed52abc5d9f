"""The Elo scale: the difference in strength of two sides, from the scores of units.

elo_ratings.py puts a whole pool on this scale, performance.py one bot among known opponents.

Logistic Elo e corresponds to the score 1 / (1 + 10^(-e/400)), as in rating tables. Normalised Elo
is 347.4 (score - 1/2) / (standard deviation of one game): it measures how many games it takes to
see the difference, so one pair of SPRT bounds serves all games, with much luck or little.

A unit of two games has five possible scores: 0, 1/4, 1/2, 3/4, 1. Their frequencies are its
pentanomial counts. Pairs share their deal, so two wins are not twice the evidence of one: the
variance of the pairs accounts for that, and that of single games is never used for an interval.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from kibitz.arena.statistics.estimate import Estimate, share, unit_variance
from kibitz.arena.statistics.quantile import LEVEL, student

SCALE = 400 / math.log(10)  # Elo of a difference of 1 in log-odds
NORMALISED = 2 * SCALE  # 347.4: both scales agree for small differences of games without draws
FEW = 2  # units needed for a variance
PAIR = 2  # games per unit for pentanomial counts


def score_of(elo: float) -> float:
    """Return the expected score of a player with this Elo advantage."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the Elo difference that gives a score; infinite for 0 and 1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return SCALE * math.log(score / (1 - score))


def elo(scores: ArrayLike, level: float = LEVEL) -> Estimate:
    """Return logistic Elo from the scores of units. Bounds may be infinite."""
    found = share(scores, level)
    return Estimate(elo_of(found.value), elo_of(found.low), elo_of(found.high), found.units)


def normalised_elo(scores: ArrayLike, games: float = PAIR, level: float = LEVEL) -> Estimate:
    """Return normalised Elo from the scores of units of `games` games each."""
    x = np.asarray(scores, dtype=np.float64)
    n = len(x)
    if n < FEW:
        return Estimate(math.nan, -math.inf, math.inf, n)
    variance = unit_variance(x)
    off, away = x - x.mean(), float(x.mean()) - 0.5
    # Mean and variance are both estimated: first-order contribution of a unit to each.
    adds = off - away / 2 * (off**2 / variance - 1)
    scale = NORMALISED / math.sqrt(variance * games)
    half = student(n - 1, level) * math.sqrt(unit_variance(adds) / n)
    return Estimate(scale * away, scale * (away - half), scale * (away + half), n)


def pentanomial(scores: ArrayLike) -> list[int] | None:
    """Count pairs that scored 0, 1/4, 1/2, 3/4 and 1; None if units are not pairs of games."""
    quarters = np.asarray(scores, dtype=np.float64) * 4
    whole = np.rint(quarters).astype(np.int64)
    if len(whole) and (
        np.abs(quarters - whole).max() > 1e-9 or not 0 <= whole.min() <= whole.max() <= 4
    ):
        return None
    return [int(n) for n in np.bincount(whole, minlength=5)]


def from_counts(counts: list[int]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the scores of pairs with these pentanomial counts."""
    return np.repeat(np.arange(5) / 4, counts)
