"""Evaluation: what every legal action of a seat is worth, with its error.

    found = evaluate(view)
    found.best.name, found.best.value, found.best.error

This is the one judgement behind hints, outlooks and reviews, so they cannot contradict each other.
It is a function of the view and of nothing else: the random numbers come from what the seat has
seen, so a review computes what a hint computed at the table, bit for bit. `kept` remembers the
latest evaluations of a process, so that a review need not repeat what was prepared during play.

1. Rows. A sampler (samplers.py) values actions in rows: means over a few worlds that fit the view,
   the same worlds for every action. Differences between actions are taken row by row, which
   cancels most of the luck of the deal.
2. After a first look at all actions the rows double until the decision is settled: every other
   action is clearly worse, or its distance from the best is known well enough to grade it, or the
   sampler's rows are used up. Actions that are clearly worse get no further rows where that saves
   time, except the one that was `made`. When to stop does not depend on it; afterwards it and the
   best one alone get more rows, until the error of its loss is at most a third of it.
3. Errors are half-widths of 95 % intervals by Student's t over the rows: of the values, which hold
   together for all actions, and of each difference from the best action. What never varied in the
   sample may still do so in three of its number of worlds (the rule of three). In endings all
   worlds are enumerated; errors are then 0.

The error covers the sample of worlds. It does not cover how others really play: solved worlds
assume perfect play, playouts a rule player.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.advice.grades import limits
from kibitz.advice.outlook import reward_of
from kibitz.advice.samplers import Sampler, sampler
from kibitz.core.errors import NoDecision
from kibitz.core.rng import mix
from kibitz.core.stream_words import stream_words
from kibitz.core.view import View

WORLDS = 100  # the usual effort of an evaluation: about this many solved worlds, or more playouts
KEPT_MIN, KEPT_MAX = 2, 12  # actions that stay after the first look
CLEARLY = 1.5  # half-widths by which an action is clearly worse: looking several times is punished
KNOWN = 1 / 3  # of a loss: the error at which the action that was made needs no further rows
FINE = 1 / 6  # of the smallest inaccuracy: a distance known this well needs no further rows
RULE_OF_THREE = 3  # what n worlds never showed has, at 95 %, at most a chance of 3 in n
SAME = 1e-9  # rows that differ by less differ by rounding
NORMAL = NormalDist()
RESAMPLES = 400
EVALUATORS_MAX = 600  # kept by a process: some matches
SHARE_MAX = 0.99  # of an action that is best in every resample, unless all worlds were enumerated
# Quantiles of Student's t for two-sided 95 %, by degrees of freedom; larger ones: normal.
STUDENT = {
    1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26, 10: 2.23,
    11: 2.20, 12: 2.18, 13: 2.16, 14: 2.14, 15: 2.13, 19: 2.09, 31: 2.04, 63: 2.00,
}  # fmt: skip

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ActionValue:
    """One action. `loss` is how far its value lies below the best one's."""

    action: int
    name: str
    value: float
    error: float
    loss: float
    loss_error: float
    share: float  # probability that no other action is better, over resampled rows

    @property
    def clear(self) -> bool:
        """Whether the sample of worlds does not explain the loss."""
        return self.loss > self.loss_error


@dataclass(frozen=True)
class Evaluation:
    game: str
    seat: int
    reward: str  # the unit of values
    method: str  # pimc, bidder or rollout
    worlds: int  # or playouts of the best action
    exact: bool  # every world was used
    actions: tuple[ActionValue, ...]  # best first; of bids, the plausible ones and the one made

    @property
    def best(self) -> ActionValue:
        return self.actions[0]

    def of(self, action: int) -> ActionValue:
        return next(one for one in self.actions if one.action == action)


def evaluate(
    view: View,
    made: int | None = None,
    *,
    worlds: int = WORLDS,
    seed: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Evaluation:
    """Evaluate the legal actions of the seat to act; `made` is always among them.

    `seed` takes another sample of worlds than the usual one, for comparison.
    """
    found = Evaluator(view, made, worlds=worlds, seed=seed)
    found.refine(stop)
    return found.result()


class Evaluator:
    """An evaluation in two steps: a first look, then `refine`."""

    def __init__(
        self,
        view: View,
        made: int | None = None,
        *,
        worlds: int = WORLDS,
        seed: int | None = None,
    ) -> None:
        if not view.legal_actions:
            raise NoDecision("there is nothing to decide here")
        self.view, self.made = view, made
        self.sampler: Sampler = sampler(view, made, worlds / WORLDS)
        self.seed = seed_of(view) if seed is None else mix(seed_of(view), seed)
        self.actions = list(self.sampler.actions)
        self.kept = self.actions
        self.exact = self.sampler.exact
        self.fine = FINE * limits(view.game)[0]
        self.stake = limits(view.game)[-1]
        # The rows of each action; those of an action that is no longer kept stop early.
        self.columns: dict[int, Floats] = {action: np.zeros(0) for action in self.actions}
        self.more: Floats = np.zeros(0)  # further rows of the distance between best and made
        self.refined = self.exact or len(self.actions) == 1
        if len(self.actions) == 1:
            self.columns[self.actions[0]] = np.zeros(1)  # there is nothing to compare
        else:
            self._grow(1 if self.exact else self.sampler.first)

    def _grow(self, count: int) -> None:
        done = len(self.columns[self.kept[0]])
        found = self.sampler.rows(self.kept, self.seed, done, count)
        for i, action in enumerate(self.kept):
            self.columns[action] = np.concatenate([self.columns[action], found[:, i]])

    def refine(self, stop: Callable[[], bool] | None = None) -> None:
        """Double the rows of the actions that are still open until the decision is settled."""
        while not self.refined and not (stop is not None and stop()):
            done = len(self.columns[self.kept[0]])
            if done >= self.sampler.total or self._settled():
                self._settle_made()
                self.refined = True
                return
            if self.sampler.restricts:
                self.kept = self._keep()
            self._grow(min(done, self.sampler.total - done))

    def _settled(self) -> bool:
        """Whether more rows would change nothing that matters, leaving aside what was made."""
        best = self._best()
        for action in self.kept:
            distance = self.columns[best] - self.columns[action]
            width = half_width(distance)
            if width > self.fine and distance.mean() <= CLEARLY * width:
                return False
        return True

    def _settle_made(self) -> None:
        """Take rows of the best action and the one made until its loss is known to a third."""
        best, made = self._best(), self.made
        if made is None or made == best:
            return
        while True:
            distance = self._distance(best, made)
            done, width = len(distance), half_width(distance)
            if done >= self.sampler.further or width <= max(self.fine, KNOWN * distance.mean()):
                return
            count = min(done, self.sampler.further - done)
            found = self.sampler.rows([best, made], self.seed, done, count)
            self.more = np.concatenate([self.more, found[:, 0] - found[:, 1]])

    def _distance(self, best: int, action: int) -> Floats:
        """Return the rows of the best action minus those of another, as far as it has any."""
        column = self.columns[action]
        distance = self.columns[best][: len(column)] - column
        return np.concatenate([distance, self.more]) if action == self.made != best else distance

    def _best(self) -> int:
        """Return the best kept action; one that left is not compared by its noisier mean."""
        return max(self.kept, key=lambda a: (float(self.columns[a].mean()), -a))

    def _keep(self) -> list[int]:
        best = self._best()
        order = sorted(self.kept, key=lambda a: (-float(self.columns[a].mean()), a))
        kept = {*order[:KEPT_MIN], self.made}
        for action in order[:KEPT_MAX]:
            distance = self.columns[best] - self.columns[action]
            if distance.mean() <= CLEARLY * half_width(distance):
                kept.add(action)
        return [action for action in self.kept if action in kept]

    def result(self) -> Evaluation:
        best = self._best()
        top = float(self.columns[best].mean())
        shares = self._shares(best)
        # All intervals together hold with 95 %, if each holds a little more surely (Bonferroni).
        together = NORMAL.inv_cdf(1 - 0.025 / len(self.columns)) / NORMAL.inv_cdf(0.975)
        name = self.view.game.action_name
        rows = []
        for action, column in self.columns.items():
            same = self.columns[best][: len(column)]
            difference = self._distance(best, action)
            loss = max(0.0, float(difference.mean()))
            # An action that left early is placed below a mean over more rows than its own, but not
            # below the worst of its own.
            shift = abs(top - float(same.mean()))
            if action != self.made:
                loss = max(0.0, min(loss, top - float(column.min())))
            rows.append(
                ActionValue(
                    action,
                    name(action),
                    top - loss,
                    together * self._half_width(column) + shift,
                    loss,
                    0.0 if action == best else self._half_width(difference),
                    shares[action],
                )
            )
        rows.sort(key=lambda row: (row.action != best, row.loss, row.action))
        return Evaluation(
            game=self.view.game.name,
            seat=self.view.seat,
            reward=reward_of(self.view.game),
            method=self.sampler.method,
            worlds=self.sampler.worlds(len(self.columns[best])),
            exact=self.exact,
            actions=tuple(rows),
        )

    def _half_width(self, rows: Floats) -> float:
        if self.exact or len(self.actions) == 1:
            return 0.0
        unseen = RULE_OF_THREE / self.sampler.worlds(len(rows)) * self.stake
        return half_width(rows) if np.ptp(rows) > SAME else unseen

    def _shares(self, best: int) -> dict[int, float]:
        """Return how often each action is the best of resampled rows; equals share."""
        columns = self.columns
        shares = dict.fromkeys(columns, 0.0)
        if len(columns) == 1:
            return {best: 1.0}
        if self.exact:
            top = columns[best].mean()
            equal = [a for a, rows in columns.items() if rows.mean() >= top - SAME]
            return shares | dict.fromkeys(equal, 1 / len(equal))
        matrix = np.stack([columns[action] for action in self.kept])
        picks = resampled(self.seed, RESAMPLES, matrix.shape[1])
        means = matrix[:, picks].mean(axis=2)
        won = means >= means.max(axis=0) - SAME  # engines round sums differently
        parts = (won / won.sum(axis=0)).mean(axis=1)
        if parts.max() > SHARE_MAX:  # a sample never proves it
            others = len(parts) - 1
            parts = np.where(parts > SHARE_MAX, SHARE_MAX, (1 - SHARE_MAX) / others)
        return shares | dict(zip(self.kept, parts.tolist(), strict=True))


_kept: OrderedDict[tuple[int, int, int], Evaluator] = OrderedDict()


def kept(view: View, made: int, *, worlds: int = WORLDS) -> Evaluator:
    """Return the evaluator of a decision, as far as this process has taken it before."""
    key = (seed_of(view), made, worlds)
    found = _kept.pop(key, None) or Evaluator(view, made, worlds=worlds)
    _kept[key] = found  # the latest last
    if len(_kept) > EVALUATORS_MAX:
        _kept.popitem(last=False)
    return found


def forget() -> None:
    """Drop the kept evaluations."""
    _kept.clear()


def seed_of(view: View) -> int:
    """Derive the random numbers from what the seat knows: the same view, the same evaluation."""
    game = view.game
    known: Sequence[Any] = (game.name, sorted(game.options.items()), view.seat, view.start)
    text = json.dumps([known, [(e.kind, e.seat, e.data) for e in view.history]], default=str)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def resampled(seed: int, samples: int, n: int) -> NDArray[np.int64]:
    """Return `samples` rows of n numbers below n, from the words of the seed's stream.

    Both engines have that stream, so the page's evaluation without a server gives these shares.
    """
    words = stream_words(seed, samples * n) >> np.uint64(32)
    return (words * np.uint64(n) >> np.uint64(32)).astype(np.int64).reshape(samples, n)


def half_width(rows: Floats) -> float:
    """Return the half-width of the 95 % interval of a mean."""
    n = len(rows)
    if n < 2:
        return float("inf")
    spread = float(rows.std(ddof=1))
    return student(n - 1) * spread / float(np.sqrt(n))


def student(freedom: int) -> float:
    """Return the quantile; between the entries of the table, that of the next lower one."""
    return STUDENT[max(known for known in STUDENT if known <= freedom)] if freedom < 120 else 1.96
