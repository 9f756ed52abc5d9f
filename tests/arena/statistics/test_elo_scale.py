"""Elo from the scores of units."""

import math

import numpy as np
import pytest

from kibitz.arena.statistics.elo_scale import (
    elo,
    elo_of,
    from_counts,
    normalised_elo,
    pentanomial,
    score_of,
)
from tests.arena.statistics.simulate import moments, pair_scores


def test_the_scale() -> None:
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(score_of(-123.4)) == pytest.approx(-123.4)
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


def test_pentanomial_counts() -> None:
    scores = [0, 0.25, 0.5, 0.5, 0.75, 1, 1, 1]
    assert pentanomial(scores) == [1, 1, 2, 1, 3]
    assert sorted(from_counts([1, 1, 2, 1, 3])) == scores
    assert pentanomial([1 / 3]) is None
    assert pentanomial([]) == [0, 0, 0, 0, 0]


def test_pairs_are_more_informative_than_their_games() -> None:
    """The same wins, draws and losses; in the one match the pairs came out even."""
    even = elo(from_counts([0, 0, 100, 0, 0]))
    swingy = elo(from_counts([50, 0, 0, 0, 50]))
    assert even.value == swingy.value == 0
    assert even.error < swingy.error / 5


@pytest.mark.parametrize("units", [30, 200])
@pytest.mark.parametrize(("edge", "luck"), [(0, 1), (0.5, 2), (2, 1)])
def test_both_kinds_are_covered(edge: float, luck: float, units: int) -> None:
    rng = np.random.default_rng([units, int(10 * edge), int(luck)])
    mean, variance = moments(edge, luck)
    truths = elo_of(mean), 2 * 400 / math.log(10) * (mean - 0.5) / math.sqrt(2 * variance)
    hits = [0, 0]
    rows = pair_scores(rng, 1500, units, edge, luck)
    for row in rows:
        for k, found in enumerate((elo(row), normalised_elo(row))):
            hits[k] += not found.excludes(truths[k])
    for hit in hits:
        assert 0.93 <= hit / len(rows) <= 0.97, f"edge {edge}, luck {luck}, {units} units: {hits}"


@pytest.mark.parametrize("units", range(2, 40))
def test_a_bot_that_won_nothing_has_no_lower_end(units: int) -> None:
    lost, won = elo([0.0] * units), elo([1.0] * units)
    assert (lost.value, lost.low) == (-math.inf, -math.inf)
    assert (won.value, won.high) == (math.inf, math.inf)
    assert -math.inf < won.low == pytest.approx(-lost.high)
