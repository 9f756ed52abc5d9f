"""Simulated matches of which the truth is known."""

import math
from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz.arena.statistics.elo_scale import NORMALISED

Scores = NDArray[np.float64]

DRAW = 0.1  # differences smaller than this are draws


def pair_scores(rng: Generator, matches: int, units: int, edge: float, luck: float) -> Scores:
    """Scores of pairs: a row a match, a column a unit.

    A deal helps the one side by `luck` times a normal variable, and in the game with the seats
    exchanged the other.
    """
    deal = rng.normal(0, luck, (matches, units))
    total = np.zeros((matches, units))
    for sign in (1, -1):
        ahead = edge + sign * deal + rng.logistic(0, 1, (matches, units))
        total += np.where(np.abs(ahead) < DRAW, 0.5, (ahead > 0).astype(float))
    return total / 2


@lru_cache
def moments(edge: float, luck: float) -> tuple[float, float]:
    """The true mean and variance of the score of a pair: numerically, over deals."""
    z = np.linspace(-8, 8, 4001)
    weight = np.exp(-z * z / 2)
    weight /= weight.sum()

    def chances(shift: Scores) -> tuple[Scores, Scores]:
        above = 1 / (1 + np.exp(-(shift - DRAW)))  # that shift + logistic > DRAW
        below = 1 / (1 + np.exp(shift + DRAW))
        return above, 1 - above - below

    means, variances = [], []
    for sign in (1, -1):
        win, draw = chances(edge + sign * luck * z)
        game = win + draw / 2
        means.append(game)
        variances.append(win + draw / 4 - game**2)
    pair = (means[0] + means[1]) / 2
    mean = float(weight @ pair)
    within = float(weight @ (variances[0] + variances[1])) / 4
    return mean, within + float(weight @ (pair - mean) ** 2)


def edge_of(normalised: float, luck: float) -> float:
    """The edge that is worth so much normalised Elo."""
    low, high = -3.0, 3.0
    for _ in range(50):
        middle = (low + high) / 2
        mean, variance = moments(middle, luck)
        less = NORMALISED * (mean - 0.5) / math.sqrt(2 * variance) < normalised
        low, high = (middle, high) if less else (low, middle)
    return middle


def finish(rng: Generator, strengths: Scores) -> NDArray[np.int64]:
    """Places of a game in the model of Plackett and Luce: 0 for the first."""
    drawn = strengths + rng.gumbel(0, 1, strengths.shape)
    return np.argsort(np.argsort(-drawn))
