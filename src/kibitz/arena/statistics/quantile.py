"""Quantiles of the normal and of Student's t distribution.

A search bot often plays only a few units, and then 1.96 is too small: with 10 units a 95 % interval
needs 2.26 standard errors. The t distribution function is a regularised incomplete beta function,
evaluated by its continued fraction (Abramowitz and Stegun 26.5.8, in the modified form of Lentz);
the quantile is found by bisection, so it is as accurate as the function.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

LEVEL = 0.95  # default of every interval
TERMS_MAX = 400  # of the continued fraction; it converges in far fewer
NORMAL_FROM = 100_000  # degrees of freedom from which t and normal agree to five digits
TINY = 1e-300


def normal(level: float = LEVEL) -> float:
    """Return half the width, in standard errors, of a two-sided interval."""
    return NormalDist().inv_cdf((1 + level) / 2)


@lru_cache(maxsize=4096)
def student(freedom: float, level: float = LEVEL) -> float:
    """Do the same for a variance estimated with these degrees of freedom; infinite for none."""
    if freedom <= 0:
        return math.inf
    if freedom >= NORMAL_FROM:
        return normal(level)
    low, high = 0.0, 1.0
    while _inside(high, freedom) < level:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < level else (low, middle)
    return (low + high) / 2


def normal_inside(t: float) -> float:
    """Return the probability that a normal variable is within t standard deviations."""
    return math.erf(t / math.sqrt(2))


def _inside(t: float, freedom: float) -> float:
    """Return P(|T| < t)."""
    return 1 - _beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges quickly only on this side
        return 1 - _beta(1 - x, b, a)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    log_front += a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _apart(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, TERMS_MAX):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        step = 1.0
        for term in (even, odd):
            d = 1 / _apart(1 + term * d)
            c = _apart(1 + term / c)
            step = c * d
            value *= step
        if abs(step - 1) < 1e-15:
            break
    return value


def _apart(x: float) -> float:
    """Keep a denominator away from zero."""
    return x if abs(x) > TINY else TINY
