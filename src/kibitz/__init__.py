"""Kibitz: a laboratory for card and dice games of hidden information.

Play a game by always taking the first legal action:

    game = kibitz.game("ohhell", players=4)
    state = game.new(seed=1)
    while not state.done:
        view = state.view(state.player)
        state.apply(view.legal()[0])

Write a bot and play it against another:

    from kibitz import Bot, bots, game, play

    class Lowest(Bot):
        def choose(self, view):
            return min(view.legal())

    played = play(game("qwixx", players=2), [Lowest(), bots.bot("qwixx", "ga")], seed=1)
"""

import importlib
import sys
from typing import TYPE_CHECKING, Any

from kibitz import errors, games
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
    from kibitz import bots
    from kibitz.arena.match import play
    from kibitz.bots.bot import Bot
    from kibitz.bots.models import load_network as load
    from kibitz.envs.vector import vector

if "gymnasium" in sys.modules:
    import kibitz.envs  # noqa: F401  (so that gymnasium.make knows the games)

__all__ = [
    "CHANCE",
    "OVER",
    "Bot",
    "Event",
    "Game",
    "Record",
    "State",
    "Stream",
    "View",
    "__version__",
    "bots",
    "errors",
    "game",
    "games",
    "load",
    "names",
    "play",
    "playouts",
    "vector",
]

# Imported on first use: players and environments take longer to import than the games themselves.
_LATER = {
    "Bot": "kibitz.bots.bot",
    "bots": "kibitz.bots",
    "load": "kibitz.bots.models",
    "play": "kibitz.arena.match",
    "vector": "kibitz.envs.vector",
}


_NAMES = {"load": "load_network"}  # in its module
_PACKAGES = ("advice", "arena", "envs", "learning", "nets", "players", "search", "table")


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(_LATER[name])
    own = module.__name__ == f"{__name__}.{name}"
    found = module if own else getattr(module, _NAMES.get(name, name))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    hidden = {"Any", "TYPE_CHECKING", "importlib", "sys", "_LATER", "_NAMES", "_PACKAGES"}
    return sorted({*globals(), *__all__, *_PACKAGES} - hidden)
