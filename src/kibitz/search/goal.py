"""The match behind a deal: what the totals after it are worth, for searches that stop at a deal.

A margin of points is a poor goal near the end of a match: a side at 1,990 needs no capot, and one
that is far behind needs more than a fair deal. A game whose sides play matches may therefore define
`goal(view)` in search/games/<game>; a search with `equity=True` then values a deal by the change
of the chance to win the match, scaled to points so that both agree while the match is open.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.core import registry
from kibitz.core.view import View

Floats = NDArray[np.float64]


class Goal(Protocol):
    """A match under way, before the deal on the table, for seats 0 and 2."""

    @property
    def totals(self) -> tuple[int, int]:
        """The totals before the deal, of seats 0 and 2 and of the others."""

    def worths(self, own: NDArray[Any], other: NDArray[Any]) -> Floats:
        """The worth to seats 0 and 2, in points, of these scores of the deal."""

    def native(self, module: Any) -> Any:
        """The native twin."""


def goal_of(view: View) -> Goal | None:
    """The goal of a view; None outside a match, and in games without one."""
    found = getattr(registry.find("search", view.game.name), "goal", None)
    goal: Goal | None = None if found is None else found(view)
    return goal
