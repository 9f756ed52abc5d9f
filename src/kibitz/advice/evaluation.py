"""Evaluation: what every legal action of a seat is worth, with its error.

    found = evaluate(view)
    found.best.name, found.best.value, found.best.error

This is the one judgement behind hints, outlooks and reviews, so they cannot contradict each other.
It is a function of the view and of nothing else: the random numbers come from what the seat has
seen, so a review computes what a hint computed at the table, bit for bit, and nothing needs to be
stored with a game.

1. Rows. A sampler (samplers.py) values actions in rows: means over a few worlds that fit the view,
   the same worlds for every action. Differences between actions are taken row by row, which
   cancels most of the luck of the deal.
2. A first look at all actions drops those that are clearly worse; the rest of the rows goes to the
   others, and to the action that was `made`.
3. Errors are half-widths of 95 % intervals by Student's t over the rows: of a value, and of the
   difference from the best action. In endings all worlds are enumerated; errors are then 0.

The error covers the sample of worlds. It does not cover how others really play: solved worlds
assume perfect play, playouts a rule player.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.advice.outlook import reward_of
from kibitz.advice.samplers import Sampler, sampler
from kibitz.core.errors import NoDecision
from kibitz.core.view import View

WORLDS = 100  # the usual effort of an evaluation: about this many solved worlds, or more playouts
KEPT_MIN, KEPT_MAX = 3, 12  # actions that stay after the first look
RESAMPLES = 400
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
    stop: Callable[[], bool] | None = None,
) -> Evaluation:
    """Evaluate the legal actions of the seat to act; `made` is always among them."""
    found = Evaluator(view, made, worlds=worlds)
    found.refine(stop)
    return found.result()


class Evaluator:
    """An evaluation in two steps: a first look, then `refine`."""

    def __init__(self, view: View, made: int | None = None, *, worlds: int = WORLDS) -> None:
        if not view.legal_actions:
            raise NoDecision("there is nothing to decide here")
        self.view, self.made = view, made
        self.sampler: Sampler = sampler(view, made, worlds / WORLDS)
        self.seed = seed_of(view)
        self.actions = list(self.sampler.actions)
        self.kept = self.actions
        self.exact = self.sampler.exact
        self.first: Floats = np.zeros((1, 1))  # if there is nothing to compare
        self.rest: Floats = np.zeros((0, len(self.actions)))
        if len(self.actions) > 1:
            first = 1 if self.exact else self.sampler.first
            self.first = self.sampler.rows(self.actions, self.seed, 0, first)

    @property
    def refined(self) -> bool:
        return self.exact or len(self.actions) == 1 or len(self.rest) > 0

    def refine(self, stop: Callable[[], bool] | None = None) -> None:
        """Spend the remaining rows on the actions that the first look leaves open."""
        if self.refined or (stop is not None and stop()):
            return
        self.kept = self._keep() if self.sampler.restricts else self.actions
        done = len(self.first)
        self.rest = self.sampler.rows(self.kept, self.seed, done, self.sampler.total - done)

    def _keep(self) -> list[int]:
        means = self.first.mean(axis=0)
        best = int(means.argmax())
        order = sorted(range(len(means)), key=lambda i: (-means[i], i))
        kept = set(order[:KEPT_MIN])
        for i in order[:KEPT_MAX]:
            if means[best] - means[i] <= half_width(self.first[:, best] - self.first[:, i]):
                kept.add(i)
        return [a for i, a in enumerate(self.actions) if i in kept or a == self.made]

    def columns(self) -> dict[int, Floats]:
        """Return the rows of each action: all of them, or those of the first look."""
        place = {action: i for i, action in enumerate(self.kept)}
        found = {}
        for i, action in enumerate(self.actions):
            rest = self.rest[:, place[action]] if action in place else self.rest[:0, 0]
            found[action] = np.concatenate([self.first[:, i], rest])
        return found

    def result(self) -> Evaluation:
        columns = self.columns()
        means = {action: float(rows.mean()) for action, rows in columns.items()}
        # An action that left after the first look is not compared by its noisier mean.
        best = max(self.kept, key=lambda a: (means[a], -a))
        shares = self._shares(columns, best)
        name = self.view.game.action_name
        rows = []
        for action, column in columns.items():
            n = min(len(column), len(columns[best]))
            difference = columns[best][:n] - column[:n]
            loss = max(0.0, means[best] - means[action])
            if action not in self.kept:
                loss = max(0.0, float(difference.mean()))
            rows.append(
                ActionValue(
                    action,
                    name(action),
                    means[best] - loss,
                    self._half_width(column),
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
            worlds=self.sampler.worlds(len(columns[best])),
            exact=self.exact,
            actions=tuple(rows),
        )

    def _half_width(self, rows: Floats) -> float:
        return 0.0 if self.exact else half_width(rows)

    def _shares(self, columns: dict[int, Floats], best: int) -> dict[int, float]:
        """Return how often each action is the best of resampled rows; equals share."""
        shares = dict.fromkeys(columns, 0.0)
        if len(columns) == 1:
            return {best: 1.0}
        if self.exact:
            top = columns[best].mean()
            equal = [a for a, rows in columns.items() if rows.mean() == top]
            return shares | dict.fromkeys(equal, 1 / len(equal))
        matrix = np.stack([columns[action] for action in self.kept])
        rng = np.random.default_rng(self.seed)
        picks = rng.integers(0, matrix.shape[1], (RESAMPLES, matrix.shape[1]))
        means = matrix[:, picks].mean(axis=2)
        won = means == means.max(axis=0)
        parts = (won / won.sum(axis=0)).mean(axis=1)
        if parts.max() > SHARE_MAX:  # a sample never proves it
            others = len(parts) - 1
            parts = np.where(parts > SHARE_MAX, SHARE_MAX, (1 - SHARE_MAX) / others)
        return shares | dict(zip(self.kept, parts.tolist(), strict=True))


def seed_of(view: View) -> int:
    """Derive the random numbers from what the seat knows: the same view, the same evaluation."""
    game = view.game
    known: Sequence[Any] = (game.name, sorted(game.options.items()), view.seat, view.start)
    text = json.dumps([known, [(e.kind, e.seat, e.data) for e in view.history]], default=str)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


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
