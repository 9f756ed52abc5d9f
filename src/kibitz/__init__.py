"""Kibitz: a laboratory for card and dice games that hide something.

A game, played by its first legal actions:

    game = kibitz.game("ohhell", players=4)
    state = game.new(seed=1)
    while not state.done:
        view = state.view(state.player)
        state.apply(view.legal()[0])
"""

import sys
from typing import TYPE_CHECKING, Any

from kibitz import errors
from kibitz._version import __version__
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.record import Record
from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE, OVER, State
from kibitz.core.view import View
from kibitz.games import game, names
from kibitz.search.playouts import playouts

if TYPE_CHECKING:
    from kibitz.envs.vector import vector

if "gymnasium" in sys.modules:
    import kibitz.envs  # noqa: F401  (so that gymnasium.make knows the games)

__all__ = [
    "CHANCE",
    "OVER",
    "Event",
    "Game",
    "Record",
    "State",
    "Stream",
    "View",
    "__version__",
    "errors",
    "game",
    "names",
    "playouts",
    "vector",
]


def __getattr__(name: str) -> Any:
    # Only when asked for: kibitz.envs imports Gymnasium, where it is installed, and that is slow.
    if name == "vector":
        from kibitz.envs.vector import vector

        return vector
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
