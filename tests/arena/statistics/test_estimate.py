"""Intervals hold what they promise: 93 to 97 % of simulated matches with known truth."""

import math

import numpy as np
import pytest

from kibitz.arena.statistics.estimate import mean, ratio, share, share_of
from tests.arena.statistics.simulate import moments, pair_scores

MATCHES = 2000


@pytest.mark.parametrize("units", [30, 100, 400])
@pytest.mark.parametrize(("edge", "luck"), [(0, 0), (0, 2), (0.3, 1), (1.5, 0), (1.5, 4), (3, 1)])
def test_win_rates_are_covered(edge: float, luck: float, units: int) -> None:
    rng = np.random.default_rng([units, int(10 * edge), int(luck)])
    truth = moments(edge, luck)[0]
    found = [share(row) for row in pair_scores(rng, MATCHES, units, edge, luck)]
    covered = np.mean([not estimate.excludes(truth) for estimate in found])
    assert 0.93 <= covered <= 0.97, f"edge {edge}, luck {luck}, {units} units: {covered}"


@pytest.mark.parametrize("units", [5, 20, 200])
def test_mean_differences_are_covered(units: int) -> None:
    """Points of a deal vary far more than the difference of the two games that share it."""
    rng = np.random.default_rng(units)
    truth = 3.0
    values = (
        truth + rng.normal(0, 40, (MATCHES, units)) + rng.exponential(20, (MATCHES, units)) - 20
    )
    covered = np.mean([not mean(row).excludes(truth) for row in values])
    assert 0.93 <= covered <= 0.97, f"{units} units: {covered}"


def test_ratios_are_covered() -> None:
    """Bids made of bids: units have different numbers of bids, and luck of their own."""
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(MATCHES):
        bids = rng.integers(1, 12, 60)
        chance = rng.beta(6, 4, 60)  # mean 0.6
        covered += not ratio(rng.binomial(bids, chance), bids).excludes(0.6)
    assert 0.93 <= covered / MATCHES <= 0.97


@pytest.mark.parametrize(("units", "luck"), [(10, 1), (30, 0), (50, 2), (300, 1)])
def test_nobody_beats_itself(units: int, luck: float) -> None:
    """At most 5 % of 1,000 matches of a bot against itself declare a difference."""
    rng = np.random.default_rng([units, int(luck), 7])
    scores = pair_scores(rng, 1000, units, 0, luck)
    different = sum(share(row).excludes(0.5) for row in scores)
    assert different <= 50, f"{units} units, luck {luck}: {different} of 1000"


def test_pairing_makes_intervals_narrow() -> None:
    rng = np.random.default_rng(3)
    shared = share(pair_scores(rng, 1, 400, 0.3, 4)[0])
    alone = share(pair_scores(rng, 1, 400, 0.3, 0)[0])
    assert shared.error < 0.7 * alone.error


def test_small_samples_claim_little() -> None:
    assert mean([1.0]).low == -math.inf
    assert (share([1.0]).low, share([1.0]).high) == (0, 1)
    assert share([0.5, 0.5]).low < 0.05  # two even deals prove nothing
    assert 0.4 < share([0.5] * 20).low < 0.5
    assert math.isnan(mean([]).value)
    assert math.isnan(ratio([], []).value)


def test_all_won_is_not_certain() -> None:
    found = share([1.0] * 50)
    assert found.value == found.high == 1
    assert 0.9 < found.low < 0.95  # about four in fifty: t squared over the number of units


def test_a_share_of_units_of_different_sizes_stays_inside() -> None:
    rng = np.random.default_rng(3)
    values = (rng.random(40) < 0.03).astype(float)
    same = share(values)
    assert share_of(values, np.ones(40)) == same
    assert share_of(2 * values, 2 * np.ones(40)) == same
    assert share_of(values * 3, [3] * 39 + [9]).low >= 0
    assert share_of([0.0, 0.0], [1, 4]).low == 0
    assert math.isnan(share_of([], []).value)
