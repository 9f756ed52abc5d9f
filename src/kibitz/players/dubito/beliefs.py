"""What the others' turns reveal about their cards at Dubito: soft beliefs.

`habits`: players follow one of the habits of habits.py; which one is unknown but can be inferred
from what they do. The weight of a world is the likelihood of everything seen given its cards,
relative to random plays, from which worlds are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kibitz.core import engine
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito.habits import DubitoHabits
from kibitz.search.games.dubito.beliefs import Beliefs
from kibitz.search.games.dubito.evidence import Evidence

LEAST_LOG = -600.0  # keeps a weight above 0


class ByHabits:
    """Weighs the worlds of a view; its evidence is gathered once."""

    def __init__(self) -> None:
        self.view: DubitoView | None = None
        self.gathered: Any = None

    def __call__(self, view: View, world: State) -> float:
        assert isinstance(view, DubitoView)
        if self.view is not view:
            self.view, self.gathered = view, gather(view)
        return math.exp(max(LEAST_LOG, log_weight(self.gathered, world)))


def gather(view: DubitoView) -> Any:
    """The beliefs of a view, from the native engine or in Python."""
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
