"""The sequential test errs as often as it may, and agrees with the exact likelihood ratio."""

import math

import numpy as np
import pytest

from kibitz.arena.statistics.elo_scale import from_counts, score_of
from kibitz.arena.statistics.sprt import Sprt
from kibitz.errors import BadOption
from tests.arena.statistics.simulate import edge_of, pair_scores

RUNS = 600


def exact_llr(counts: list[int], s0: float, s1: float) -> float:
    """The generalised likelihood ratio: the likeliest pentanomial chances with either mean."""
    values = np.arange(5) / 4
    seen = np.array(counts) / sum(counts)

    def log_likelihood(s: float) -> float:
        # Chances seen / (1 + x (value - s)); x makes their mean s.
        low, high = -1 / (1 - s) + 1e-9, 1 / s - 1e-9
        for _ in range(200):
            x = (low + high) / 2
            rest = float((seen * (values - s) / (1 + x * (values - s))).sum())
            low, high = (x, high) if rest > 0 else (low, x)
        return float((np.array(counts) * np.log(seen / (1 + x * (values - s)))).sum())

    return log_likelihood(s1) - log_likelihood(s0)


@pytest.mark.parametrize(
    "counts", [[20, 80, 200, 90, 25], [5, 40, 300, 60, 4], [90, 70, 50, 80, 110]]
)
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-10, 10), (0, 20)])
def test_it_is_the_exact_ratio_nearly(counts: list[int], elo0: float, elo1: float) -> None:
    sprt = Sprt(elo0, elo1, 1e-9, 1e-9, model="logistic")
    sprt.update(*np.random.default_rng(1).permutation(from_counts(counts)).tolist())
    assert sprt.units == sum(counts)
    exact = exact_llr(counts, score_of(elo0), score_of(elo1))
    assert sprt.llr == pytest.approx(exact, rel=0.06, abs=0.02)


@pytest.mark.parametrize(("elo0", "elo1", "luck"), [(0, 60, 0), (0, 60, 2), (-20, 50, 1)])
def test_error_rates(elo0: float, elo1: float, luck: float) -> None:
    """Near 5 %: within three standard errors of 600 runs above, and not idle far below."""
    for truth, wrong in ((elo0, "H1"), (elo1, "H0")):
        rng = np.random.default_rng([int(elo1), int(luck), wrong == "H1"])
        rows = pair_scores(rng, RUNS, 1500, edge_of(truth, luck), luck)
        tests = [Sprt(elo0, elo1) for _ in range(RUNS)]
        ends = [test.update(*row.tolist()) for test, row in zip(tests, rows, strict=True)]
        assert "running" not in ends
        rate = sum(end == wrong for end in ends) / RUNS
        assert 0.02 <= rate <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS), f"{truth}: {rate}"


def test_it_stops_early() -> None:
    """A large edge is seen in a few units, long before a fixed match would end."""
    rng = np.random.default_rng(8)
    units = []
    for row in pair_scores(rng, 100, 400, 2.0, 1.0):
        sprt = Sprt(0, 20)
        sprt.update(*row.tolist())
        assert sprt.state == "H1"
        units.append(sprt.units)
    assert np.mean(units) < 60


def test_after_the_verdict_nothing_counts() -> None:
    sprt = Sprt(0, 50)
    assert sprt.update(*([1.0] * 200)) == "H1"
    units, llr = sprt.units, sprt.llr
    assert sprt.update(0, 0, 0) == "H1"
    assert (sprt.units, sprt.llr) == (units, llr)
    assert "H1 accepted" in str(sprt)


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 5},
        {"elo0": 0, "elo1": math.inf},
        {"elo0": 0, "elo1": 5, "alpha": 0},
        {"elo0": 0, "elo1": 5, "beta": 0.5},
        {"elo0": 0, "elo1": 5, "model": "bayes"},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(BadOption):
        Sprt(**wrong)  # type: ignore[arg-type]


def test_a_score_is_between_nothing_and_all() -> None:
    sprt = Sprt(0, 5)
    with pytest.raises(BadOption, match="from 0 to 1"):
        sprt.update(1.5)
    assert sprt.units == 0
