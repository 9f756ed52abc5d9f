"""Numbers for people."""

import math

from kibitz.arena.board import numbers
from kibitz.arena.statistics.estimate import Estimate


def test_signs_and_infinity() -> None:
    assert numbers.signed(12.3) == "+12"
    assert numbers.signed(-1234) == "\u22121,234"
    assert numbers.signed(-0.2) == "0"
    assert numbers.signed(math.inf) == "+\u221e"
    assert numbers.plain(-3.14, 1) == "\u22123.1"


def test_digits_follow_the_error() -> None:
    assert numbers.with_error(Estimate(12.345, 12.3, 12.39, 9)) == "12.345 \u00b1 0.045"
    assert numbers.with_error(Estimate(123.4, 83.4, 163.4, 9)) == "123 \u00b1 40"
    assert numbers.with_error(Estimate(5.0, -math.inf, math.inf, 1)) == "5.0"
    assert numbers.with_error(Estimate(math.nan, 0, 0, 0)) == "-"


def test_shares() -> None:
    assert numbers.share_with_error(Estimate(0.5, 0.4, 0.6, 9)) == "50 \u00b1 10 %"
    assert numbers.share_with_error(Estimate(0.5, -5.0, 6.0, 9)) == "50 \u00b1 50 %"
    assert numbers.share_with_error(Estimate(1.0, 1.0, 1.0, 9)) == "100 %"


def test_times() -> None:
    assert numbers.milliseconds(None) == "-"
    assert numbers.milliseconds(0.0001) == "<0.001"
    assert numbers.milliseconds(0.0312) == "0.031"
    assert numbers.milliseconds(1234.0) == "1,234"
