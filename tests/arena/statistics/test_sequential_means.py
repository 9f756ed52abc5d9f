"""benchmarks/strength/sequential.py: a sequential test of any mean."""

import random
from pathlib import Path

import pytest
from benchmarks.strength import sequential


def drawn(mean: float, spread: float, units: int, seed: int) -> list[float]:
    rng = random.Random(seed)
    return [rng.gauss(mean, spread) for _ in range(units)]


@pytest.mark.parametrize(("mean", "verdict"), [(5.0, "H0"), (15.0, "H1")])
def test_errors_are_as_rare_as_asked(mean: float, verdict: str) -> None:
    found: list[str] = [
        sequential.test(drawn(mean, 60, 2000, s), 5, 15).verdict for s in range(200)
    ]
    assert found.count("open") <= 2
    assert found.count(verdict) >= 180  # 190 are expected


def test_units_after_the_verdict_do_not_count() -> None:
    values = drawn(15, 10, 500, 1)
    found = sequential.test(values, 5, 15)
    assert found.verdict == "H1"
    assert found.estimate.units < 500
    assert sequential.test([*values, -1e4], 5, 15).estimate == found.estimate


def test_it_does_not_look_early() -> None:
    assert sequential.test([100.0, 101.0, 99.0], 5, 15).verdict == "open"
    assert sequential.test([], 5, 15).verdict == "open"
    assert sequential.test([0.5] * 100, 0.54, 0.62).verdict == "open"


def test_a_run_resumes_and_stops(tmp_path: Path) -> None:
    played: list[int] = []

    def play(seed: int) -> dict[str, float]:
        played.append(seed)
        return {"value": 20.0 + seed % 7}

    for _ in range(2):
        found, rows = sequential.play_until_decided(
            range(100, 400), play, lambda row: row["value"], (5, 15), tmp_path / "j", {"a": 1}
        )
        assert found.verdict == "H1"
        assert len(rows) == found.estimate.units
    assert played == list(range(100, 100 + len(played)))
    assert len(played) < 300
