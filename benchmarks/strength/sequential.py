"""A sequential test of a mean: is it at least `bar`, or only a third of it?

    found = test(values, h0=5.0, h1=15.0)
    found.verdict   "H1": at least h1 rather than h0; "H0": the other way round; "open"

Values are one per unit, in the order of the seeds: points of a pair, or a share of matches won.
This is the generalised test of arena/statistics/sprt.py, which takes Elo, for any quantity: with m
and v the mean and the variance of the N values so far,

    LLR = N (h1 - h0) (2 m - h0 - h1) / (2 v)

It ends where LLR leaves the bounds for error rates of 5 %, and does not look before LEAST units,
because a variance of a few says little. The mean of a run that has stopped is biased away from the
middle; `Found.estimate` is given for orientation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from benchmarks.strength.duplicate import Row, run

from kibitz.arena.statistics.estimate import Estimate, mean

ERROR = 0.05  # rate of either kind
BOUND = math.log((1 - ERROR) / ERROR)
LEAST = 40  # units before the first look
CHUNK = 5  # units between looks of a run

Verdict = Literal["H0", "H1", "open"]


@dataclass(frozen=True)
class Found:
    """The state of a test."""

    verdict: Verdict
    llr: float
    estimate: Estimate  # of the units that count

    def __str__(self) -> str:
        words = {"H1": "H1 accepted", "H0": "H0 accepted", "open": "not decided"}[self.verdict]
        return f"{words}, LLR {self.llr:+.2f} of +-{BOUND:.2f} after {self.estimate.units} units"


def test(values: Sequence[float], h0: float, h1: float) -> Found:
    """Look after every unit from LEAST on; units after a verdict do not count."""
    x = np.asarray(values, dtype=np.float64)
    n = np.arange(2, len(x) + 1)
    centred = x - (x.mean() if len(x) else 0.0)
    sums, squares = centred.cumsum()[1:], (centred**2).cumsum()[1:]
    variance = (squares - sums**2 / n) / (n - 1)
    lucky = variance > 1e-12 * (h1 - h0) ** 2  # where all are alike there is no measure of luck yet
    ahead = 2 * (x.cumsum()[1:] / n) - h0 - h1
    llr = np.where(lucky, n * (h1 - h0) * ahead / (2 * np.where(lucky, variance, 1.0)), 0.0)
    (decided,) = np.nonzero((n >= LEAST) & (np.abs(llr) >= BOUND))
    if not len(decided):
        return Found("open", float(llr[-1]) if len(llr) else 0.0, mean(x))
    first = int(decided[0])
    return Found("H1" if llr[first] > 0 else "H0", float(llr[first]), mean(x[: n[first]]))


def play_until_decided(
    seeds: range,
    play: Callable[[int], Row],
    value: Callable[[Row], float],
    bounds: tuple[float, float],
    journal: Path,
    settings: dict[str, Any],
    *,
    workers: int = 1,
) -> tuple[Found, list[Row]]:
    """Play units in the order of the seeds until the test is decided or the seeds are used up."""
    upto = 0
    while True:
        upto = min(len(seeds), upto + CHUNK * workers)
        rows: list[Row] = run(seeds[:upto], play, journal, settings, workers=workers)
        found = test([value(row) for row in rows], *bounds)
        if found.verdict != "open" or upto == len(seeds):
            return found, rows[: found.estimate.units]
