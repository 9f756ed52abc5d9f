"""Kibitz: a laboratory for card and dice games that hide something.

A game, played by its first legal actions:

    game = kibitz.game("ohhell", players=4)
    state = game.new(seed=1)
    while not state.done:
        view = state.view(state.player)
        state.apply(view.legal()[0])
"""

from kibitz import errors
from kibitz._version import __version__
from kibitz.core.events import Event
from kibitz.core.game import CHANCE, OVER, Game, State, View
from kibitz.core.record import Record
from kibitz.core.rng import Stream
from kibitz.envs.vector import vector
from kibitz.games import game, names
from kibitz.search.playouts import playouts

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
