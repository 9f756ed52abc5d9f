"""SPRT: play until it is clear whether a change is worth elo1 or only elo0.

    sprt = Sprt(elo0=0, elo1=20)
    while sprt.update(score_of_the_next_unit) == "running":
        ...
    sprt.state  # "H1": at least elo1 rather than elo0; "H0": the other way round

Wald's sequential test in its generalised form: the variance is not known, so the likelihood ratio
takes the measured one. With m and v the mean and the variance of the scores of N units,

    LLR = N (s1 - s0) (2 m - s0 - s1) / (2 v)

which agrees with the exact ratio of pentanomial likelihoods to a few per cent (to half a per cent
for differences of some Elo), costs nothing to update, and holds for units of any number of games.
The test ends when LLR leaves the bounds ln(beta / (1 - alpha)) and ln((1 - beta) / alpha); it then
says H1 where H0 is true in about alpha of all runs, and H0 where H1 is true in about beta. Give it
whole units only, in the order of the schedule: the games of a unit share their deal, and quick
games must not be counted before slow ones.

Bounds are in normalised Elo unless `model="logistic"`: elo_scale.py explains the difference. The
mean score when a test stops is biased away from even, most of all after a short run: for a figure
of record, play a fixed number of units.
"""

from __future__ import annotations

import math
from typing import Literal

from kibitz.arena.statistics.elo_scale import NORMALISED, PAIR, score_of
from kibitz.arena.statistics.estimate import LUCK
from kibitz.core.errors import BadOption

Model = Literal["normalised", "logistic"]
State = Literal["running", "H0", "H1"]

CHANCE_MAX = 0.5  # of an error: above it, tossing a coin is better


class Sprt:
    """A running test. `games` is the number of games per unit, for normalised Elo."""

    def __init__(
        self,
        elo0: float,
        elo1: float,
        alpha: float = 0.05,
        beta: float = 0.05,
        *,
        model: Model = "normalised",
        games: float = PAIR,
    ) -> None:
        if not (math.isfinite(elo0) and math.isfinite(elo1) and elo0 < elo1):
            raise BadOption(f"elo0 must be less than elo1, not {elo0:g} and {elo1:g}")
        for name, chance in (("alpha", alpha), ("beta", beta)):
            if not 0 < chance < CHANCE_MAX:
                raise BadOption(f"{name} must be an error rate above 0 and below 0.5, not {chance}")
        if model not in ("normalised", "logistic"):
            raise BadOption(f'model must be "normalised" or "logistic", not {model!r}')
        self.elo0, self.elo1, self.model, self.games = elo0, elo1, model, games
        self.lower = math.log(beta / (1 - alpha))
        self.upper = math.log((1 - beta) / alpha)
        self.units = 0
        self.state: State = "running"
        self._sum = self._squares = 0.0

    def update(self, *scores: float) -> State:
        """Add the scores of units, one after another; those after a verdict do not count."""
        for score in scores:
            if self.state != "running":
                break
            if not 0 <= score <= 1:
                raise BadOption(f"the score of a unit must be from 0 to 1, not {score}")
            self.units += 1
            self._sum += score
            self._squares += score * score
            llr = self.llr
            if llr >= self.upper:
                self.state = "H1"
            elif llr <= self.lower:
                self.state = "H0"
        return self.state

    @property
    def mean(self) -> float:
        return self._sum / self.units if self.units else 0.5

    @property
    def variance(self) -> float:
        """The variance of a unit's score as in `unit_variance`, with one imaginary unit added."""
        if not self.units:
            return LUCK
        return max(0.0, self._squares / self.units - self.mean**2) + LUCK / self.units

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of elo1 over elo0 given the scores."""
        s0, s1 = self._score(self.elo0), self._score(self.elo1)
        return self.units * (s1 - s0) * (2 * self.mean - s0 - s1) / (2 * self.variance)

    def _score(self, elo: float) -> float:
        if self.model == "logistic":
            return score_of(elo)
        return 0.5 + elo / NORMALISED * math.sqrt(self.variance * self.games)

    def __str__(self) -> str:
        verdict = {"running": "not decided", "H0": "H0 accepted", "H1": "H1 accepted"}[self.state]
        return (
            f"{verdict}: LLR {self.llr:+.2f} in ({self.lower:+.2f}, {self.upper:+.2f}) for "
            f"{self.elo0:g} or {self.elo1:g} {self.model} Elo after {self.units} units"
        )
