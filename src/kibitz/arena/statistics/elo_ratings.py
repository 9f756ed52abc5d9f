"""Ratings of a whole pool, with intervals: a Bradley-Terry fit over all pairs of all finishes.

The scale, and the difference of just two sides, are in elo_scale.py; performance.py rates one bot
while all others are fixed.

In the Plackett-Luce model a bot of strength w finishes before one of strength v with probability
w / (w + v), whoever else is at the table. Hence all pairs of a finish together determine the
strengths (rank breaking; Azari Soufiani et al., "Generalized method-of-moments for rank
aggregation", 2013), ties count as half a win each, and for two players the difference of two
ratings is the Elo of their score. A partnership is as strong as the mean of its members.

1. Newton's method finds the maximum-likelihood strengths. Each bot has one imaginary draw against
   the centre of the pool, which keeps a rating finite if everything was won or lost.
2. Pairs of one unit share deal and table, so the likelihood alone would be overconfident. Errors
   come from the sandwich estimator: what units, not pairs, contribute to the gradient of the
   likelihood. The imaginary draws count there too, as units of pure luck.
3. Ratings are differences. They are shown with the anchor at 0, or with several anchors at their
   known ratings; an interval is about the distance from the centre of the pool, each bot weighted
   by the information in its games. Hence an anchor that loses every game, and is poorly measured,
   does not blur all others. `difference` compares two bots exactly.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.statistics.elo_scale import SCALE
from kibitz.arena.statistics.estimate import Estimate, Values
from kibitz.arena.statistics.quantile import LEVEL, student
from kibitz.arena.statistics.scoring import Pair

PRIOR = 1.0  # imaginary draws per bot
STEPS_MAX = 100
CLOSE = 1e-10  # of a step, in log-odds
STEP_LENGTH_MAX = 2.0  # in log-odds: a longer one could overshoot

Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Rated:
    """One bot of a rating list."""

    label: str
    rating: Estimate  # Elo above the anchor
    best: int  # best place: one plus the number of clearly better bots
    worst: int
    pairs: int  # comparisons with others
    score: float  # mean over them


@dataclass
class Pairs:
    """Pairs of sides as numbers, the input of a fit. `add` them in any order of units."""

    teams: dict[tuple[str, ...], int] = field(default_factory=dict)
    units: dict[Hashable, int] = field(default_factory=dict)
    rows: list[tuple[int, int, int, float]] = field(default_factory=list)

    def add(self, unit: Hashable, pair: Pair) -> None:
        number = self.units.setdefault(unit, len(self.units))
        first = self.teams.setdefault(pair.first, len(self.teams))
        second = self.teams.setdefault(pair.second, len(self.teams))
        if first != second:
            self.rows.append((number, first, second, pair.score))

    @property
    def labels(self) -> list[str]:
        return sorted({label for team in self.teams for label in team})

    def until(self, units: int) -> Pairs:
        """Return the pairs of the first `units` units."""
        kept = [row for row in self.rows if row[0] < units]
        return Pairs(self.teams, {u: n for u, n in self.units.items() if n < units}, kept)

    def played(self) -> set[str]:
        """Return the bots that were compared with another."""
        names = list(self.teams)
        met = {team for _, i, j, _ in self.rows for team in (i, j)}
        return {label for team in met for label in names[team]}

    def only(self, labels: set[str]) -> Pairs:
        """Return the pairs between these bots."""
        chosen = Pairs()
        names = list(self.teams)
        keys = list(self.units)
        for unit, i, j, score in self.rows:
            if labels.issuperset(names[i]) and labels.issuperset(names[j]):
                chosen.add(keys[unit], Pair(names[i], names[j], score))
        return chosen

    def pools(self) -> list[set[str]]:
        """Return groups of bots connected by a chain of games, largest first."""
        pool_of = {label: {label} for label in self.labels}
        names = list(self.teams)
        for i, j in {(i, j) for _, i, j, _ in self.rows}:
            joined = set().union(*(pool_of[label] for label in (*names[i], *names[j])))
            for label in joined:
                pool_of[label] = joined
        different = {id(pool): pool for pool in pool_of.values()}
        return sorted(different.values(), key=lambda pool: (-len(pool), sorted(pool)))


class Ratings:
    """The fitted ratings of one pool."""

    def __init__(
        self, pairs: Pairs, anchor: str | Mapping[str, float] | None = None, level: float = LEVEL
    ) -> None:
        self.labels = pairs.labels
        self.level = level
        given = {anchor: 0.0} if isinstance(anchor, str) else dict(anchor or {})
        self.anchors = {label: elo for label, elo in given.items() if label in self.labels}
        self._place = {label: k for k, label in enumerate(self.labels)}
        table = _FitRows(pairs, self._place)
        self.strength = _fit(table)
        self.covariance, information = _sandwich(table, self.strength)
        self.weights = information / information.sum()
        self.units = table.units_of_label()
        self._pairs, self._scores = table.totals()

    def difference(self, a: str, b: str) -> Estimate:
        """Return how much stronger a is than b, in Elo."""
        contrast = np.zeros(len(self.labels))
        contrast[self._place[a]] += 1
        contrast[self._place[b]] -= 1
        units = min(self.units[self._place[a]], self.units[self._place[b]])
        return self._estimate(contrast, 0.0, int(units))

    def rating(self, label: str) -> Estimate:
        """Return Elo above the anchor; the interval is about the distance from the centre."""
        k = self._place[label]
        contrast = -self.weights.copy()
        contrast[k] += 1
        return self._estimate(contrast, self.middle, int(self.units[k]))

    @property
    def anchor(self) -> str | None:
        """The bot at 0; None if there is none."""
        return next((label for label, elo in self.anchors.items() if elo == 0), None)

    @property
    def middle(self) -> float:
        """Return the rating of the pool's centre, at which the anchors have theirs; 0 without one.

        Several anchors may disagree: the best measured ones count most.
        """
        if not self.anchors:
            return 0.0
        places = [self._place[label] for label in self.anchors]
        weights = self.weights[places] / self.weights[places].sum()
        known = np.array(list(self.anchors.values())) - SCALE * self.strength[places]
        return SCALE * float(self.weights @ self.strength) + float(weights @ known)

    def rows(self) -> list[Rated]:
        """Return all bots, strongest first, with their possible places."""
        order = sorted(self.labels, key=lambda label: -self.strength[self._place[label]])
        return [self._row(label) for label in order]

    def _row(self, label: str) -> Rated:
        against = [self.difference(label, other) for other in self.labels if other != label]
        better = sum(found.high < 0 for found in against)
        worse = sum(found.low > 0 for found in against)
        k = self._place[label]
        score = float(self._scores[k] / self._pairs[k]) if self._pairs[k] else math.nan
        last = len(self.labels) - worse
        return Rated(label, self.rating(label), better + 1, last, int(self._pairs[k]), score)

    def _estimate(self, contrast: Values, shift: float, units: int) -> Estimate:
        value = SCALE * float(contrast @ self.strength) + shift
        variance = max(0.0, float(contrast @ self.covariance @ contrast))
        half = student(units - 1, self.level) * SCALE * math.sqrt(variance) if variance else 0.0
        return Estimate(value, value - half, value + half, units)


def rate(pairs: Pairs, anchor: str | Mapping[str, float] | None = None) -> list[Ratings]:
    """Return the ratings of every pool of connected bots, largest pool first.

    `anchor` is the bot at 0, or the known Elo of several.
    """
    pools = pairs.pools()
    if len(pools) == 1:
        return [Ratings(pairs, anchor)]
    return [Ratings(pairs.only(pool), anchor) for pool in pools if len(pool) > 1]


def curve(
    pairs: Pairs, anchor: str | Mapping[str, float] | None, points: int
) -> list[tuple[int, Ratings]]:
    """Return ratings after increasing numbers of units, spaced logarithmically, up to all of them.

    Units are taken in the order in which they were added.
    """
    units, labels = len(pairs.units), len(pairs.labels)
    if units < 2:
        return []
    wanted = np.geomspace(min(units, 2 * labels), units, points).round().astype(int)
    found = []
    for count in sorted(set(wanted.tolist())):
        some = pairs.until(count)
        if len(some.played()) == labels:  # before that some bot has no rating yet
            found.append((count, Ratings(some, anchor)))
    return found


class _FitRows:
    """The rows of a fit as arrays; if units do not matter, pairs of the same teams are summed."""

    def __init__(self, pairs: Pairs, place: dict[str, int]) -> None:
        self.size = len(place)
        self.design = np.zeros((len(pairs.teams), self.size))
        for team, number in pairs.teams.items():
            for label in team:
                self.design[number, place[label]] += 1 / len(team)
        rows = np.array(pairs.rows, dtype=np.float64).reshape(-1, 4)
        self.unit, self.first, self.second = (rows[:, k].astype(np.int64) for k in range(3))
        self.score = rows[:, 3]
        self.units = len(pairs.units)
        key = self.first * len(pairs.teams) + self.second
        self.distinct, self.group = np.unique(key, return_inverse=True)
        self.count = np.bincount(self.group, minlength=len(self.distinct)).astype(np.float64)
        self.won = np.bincount(self.group, weights=self.score, minlength=len(self.distinct))
        i, j = np.divmod(self.distinct, max(1, len(pairs.teams)))
        self.contrast = self.design[i] - self.design[j]

    def chances(self, strength: Values) -> Values:
        """Return the first side's win probability, for each two distinct teams."""
        return _logistic(self.contrast @ strength)

    def slopes(self, strength: Values) -> Values:
        """Return each unit's contribution to the log-likelihood gradient: [units, bots]."""
        rest = self.score - self.chances(strength)[self.group]
        slopes = np.zeros((self.units, self.size))
        for k in range(self.size):
            moves = self.contrast[self.group, k]
            slopes[:, k] = np.bincount(self.unit, weights=rest * moves, minlength=self.units)
        return slopes

    def units_of_label(self) -> Indices:
        """Return in how many units each bot was compared with another."""
        found = np.zeros(self.size, dtype=np.int64)
        for k in range(self.size):
            found[k] = len(np.unique(self.unit[self.contrast[self.group, k] != 0]))
        return found

    def totals(self) -> tuple[Values, Values]:
        """Return each bot's pairs with others, and the points won in them."""
        with_bot, against = self.contrast > 0, self.contrast < 0
        lost = self.count - self.won
        pairs = with_bot.T @ self.count + against.T @ self.count
        return pairs, with_bot.T @ self.won + against.T @ lost


def _fit(table: _FitRows) -> Values:
    """Run Newton's method on a concave function: it ends at the one maximum."""
    strength = np.zeros(table.size)
    for _ in range(STEPS_MAX):
        chance, even = table.chances(strength), _logistic(strength)
        slope = table.contrast.T @ (table.won - table.count * chance) + PRIOR * (0.5 - even)
        step = np.linalg.solve(_information(table, strength), slope)
        longest = float(np.abs(step).max(initial=0.0))
        strength = strength + step * min(1.0, STEP_LENGTH_MAX / max(longest, CLOSE))
        if longest < CLOSE:
            break
    return strength


def _information(table: _FitRows, strength: Values) -> NDArray[np.float64]:
    chance, even = table.chances(strength), _logistic(strength)
    weight = table.count * chance * (1 - chance)
    own = np.diag(PRIOR * even * (1 - even))
    return table.contrast.T @ (table.contrast * weight[:, None]) + own


def _sandwich(table: _FitRows, strength: Values) -> tuple[NDArray[np.float64], Values]:
    """Return the covariance of the strengths, and the information about each."""
    information = _information(table, strength)
    inverse = np.linalg.inv(information)
    slopes = table.slopes(strength)
    free = max(1, table.units - table.size + 1)  # a fit follows its data: correct for that
    even = _logistic(strength)
    luck = np.diag(PRIOR**2 * ((1 - even) ** 2 + even**2) / 2)
    meat = slopes.T @ slopes * (table.units / free) + luck
    return inverse @ meat @ inverse, np.diag(information).copy()


def _logistic(x: Values) -> Values:
    found: Values = 0.5 * (1 + np.tanh(x / 2))  # never overflows
    return found


def pairs_of(units: Iterable[tuple[Hashable, Iterable[Pair]]]) -> Pairs:
    """Collect pairs from games, each with the unit it belongs to."""
    found = Pairs()
    for unit, pairs in units:
        for pair in pairs:
            found.add(unit, pair)
    return found
