"""A rating against opponents of known strength finds the truth, with honest intervals."""

from __future__ import annotations

import math

import numpy as np

from kibitz.arena.statistics.elo_scale import score_of
from kibitz.arena.statistics.performance import performance


def games(rng: np.random.Generator, truth: float, units: int) -> list[list[tuple[float, float]]]:
    rivals = (100.0, 400.0, 700.0)
    return [[(r, float(rng.random() < score_of(truth - r))) for r in rivals] for _ in range(units)]


def test_it_finds_the_truth_and_the_interval_covers_it() -> None:
    rng = np.random.default_rng(1)
    found = [performance(games(rng, 500.0, 60)) for _ in range(200)]
    covered = sum(one.low <= 500 <= one.high for one in found)
    assert 180 <= covered <= 199
    assert abs(float(np.mean([one.value for one in found])) - 500) < 15


def test_a_clean_sweep_is_finite_and_nothing_is_unknown() -> None:
    swept = performance([[(300.0, 1.0)]] * 10)
    assert 300 < swept.value < 2000
    assert swept.low < swept.value < swept.high
    assert math.isnan(performance([]).value)
