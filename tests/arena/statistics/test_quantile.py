"""Quantiles against printed tables."""

import math

import pytest

from kibitz.arena.statistics.quantile import normal, student

# Two-sided 95 % and 99 % points, from the tables of any textbook.
TABLE = [
    (1, 0.95, 12.706),
    (2, 0.95, 4.303),
    (3, 0.95, 3.182),
    (9, 0.95, 2.262),
    (30, 0.95, 2.042),
    (120, 0.95, 1.980),
    (1, 0.99, 63.657),
    (10, 0.99, 3.169),
]


@pytest.mark.parametrize(("freedom", "level", "expected"), TABLE)
def test_student(freedom: int, level: float, expected: float) -> None:
    assert student(freedom, level) == pytest.approx(expected, abs=6e-4)


def test_the_limits() -> None:
    assert normal() == pytest.approx(1.959964, abs=1e-6)
    assert student(99_999) == pytest.approx(student(100_000), rel=1e-4)
    assert math.isinf(student(0))
