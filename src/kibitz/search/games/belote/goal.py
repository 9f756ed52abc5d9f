"""A match of Belote under way: what the scores of a deal are worth to a side (equity.py).

    goal = goal_of(view)             for the side of the view; None outside a match
    goal.equities(own, other)        the chance to win the match after these scores of the deal
    goal.worths(own, other)          the change of that chance, in points

A point is worth what it is around the present totals: a deal won instead of lost by SWING changes
the chance to win by 2 * SWING of them. Where the match is all but decided a point has at least a
quarter of its worth at 0-0, so that advice does not call a loss of nothing a blunder. The native
twin is native/search/match_goal.hpp.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.events import NOBODY
from kibitz.games.belote.rules import side_of
from kibitz.games.belote.view import BeloteView
from kibitz.search.games.belote import equity

SWING = 250  # a typical difference of a deal, for the value of a point
OPEN_SHARE = 0.25  # of a point at 0-0: the least that a point counts in `worths`


@dataclass(frozen=True)
class Goal:
    """The match before a deal, for one side."""

    own: int
    other: int
    target: int
    leads: bool  # this side leads in the deal after this one
    last: bool = False  # no deal follows: the higher total wins

    @property
    def totals(self) -> tuple[int, int]:
        return self.own, self.other

    def turned(self) -> Goal:
        """The same for the other side."""
        return Goal(self.other, self.own, self.target, not self.leads, self.last)

    def equities(self, own: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float64]:
        """The chance to win the match after these scores of a deal."""
        a, b = (
            self.own + np.rint(own).astype(np.int64),
            self.other + np.rint(other).astype(np.int64),
        )
        if self.last:
            return np.where(a == b, 0.5, (a > b).astype(np.float64))
        return equity.equities(a, b, self.target, leads=self.leads)

    def point(self) -> float:
        """The equity of a point here: what winning rather than losing a deal is worth."""
        won, lost = self.equities(np.array([SWING, 0.0]), np.array([0.0, SWING]))
        return float(won - lost) / (2 * SWING)

    def unit(self) -> float:
        """The equity that counts as a point in `worths`."""
        return max(self.point(), OPEN_SHARE * _open_point(self.target))

    def now(self) -> float:
        """The chance to win if the deal scored nothing."""
        return float(self.equities(np.array(0.0), np.array(0.0)))

    def worths(self, own: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float64]:
        """The change of the chance to win by these scores of a deal, in points."""
        return np.asarray((self.equities(own, other) - self.now()) / self.unit())

    def native(self, module: Any) -> Any:
        """The native twin, for scores of whole points."""
        table, unit = _native_table(module), equity.unit(self.target)
        whole = (self.own, self.other, self.target, self.leads, self.last)
        return module.match_goal(table, *whole, unit, self.now(), self.unit())


@functools.cache
def _open_point(target: int) -> float:
    return Goal(0, 0, target, leads=True).point()


@functools.cache
def _native_table(module: Any) -> Any:
    return module.equity_table(equity.table())


def goal_of(view: BeloteView) -> Goal | None:
    """The goal of a view's side; None outside a match."""
    return goal_of_side(view, side_of(view.seat))


def goal_of_side(view: BeloteView, side: int) -> Goal | None:
    options = view.game.options
    if not options["match"] or view.dealer == NOBODY:
        return None
    return Goal(
        own=view.totals[side],
        other=view.totals[1 - side],
        target=options["target"],
        leads=side_of(view.dealer) == side,  # the next deal is led by the seat two after the dealer
        last=view.deals + 1 >= options["deals_max"],
    )
