"""What the turns of the others tell about their cards at Dubito: soft beliefs.

`habits`: players follow one of the habits of habits.py, which one is not known but can be told from
what they do. The weight of a world is how much more likely all that was seen is with its cards than
if everybody laid at random, which is what worlds are drawn by.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kibitz.bots.dubito.habits import DubitoHabits
from kibitz.core import engine
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.dubito.view import DubitoView
from kibitz.search.dubito_beliefs import Beliefs
from kibitz.search.dubito_evidence import Evidence

LEAST_LOG = -600.0  # a weight stays above 0


class ByHabits:
    """Weighs worlds of a view; what a view tells is gathered once."""

    def __init__(self) -> None:
        self.view: DubitoView | None = None
        self.gathered: Any = None

    def __call__(self, view: View, world: State) -> float:
        assert isinstance(view, DubitoView)
        if self.view is not view:
            self.view, self.gathered = view, gather(view)
        return math.exp(max(LEAST_LOG, log_weight(self.gathered, world)))


def gather(view: DubitoView) -> Any:
    """The beliefs of a view: of the native engine, or of the book."""
    if view.game.engine != "native":
        return Beliefs(view, Evidence(view, DubitoHabits()), Stream(0))
    chance, actions, start = view.sample(Stream(0))
    native: Any = engine.native()
    return native.dubito_beliefs(view.game.rebuild(chance, [], start), actions, view.seat, True, 0)


def log_weight(gathered: Any, world: State) -> float:
    """The logarithm of a world's weight."""
    if not isinstance(gathered, Beliefs):
        return float(gathered.log_weight(world))
    position = world.position()
    board = [(play["seat"], tuple(play["cards"])) for play in position["board"]]
    return gathered.log_weight(position["hands"], board)


BELIEFS: dict[str, Callable[[], Callable[[View, State], float]]] = {"habits": ByHabits}
