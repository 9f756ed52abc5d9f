"""The methods that a spec can name, found in folders.

    players/<game>/<method>.py             `choose(view, rng)`, or a class `Player(Bot)`
    players/<game>/bidding/<strategy>.py   `bid(view, rng)`, or a class `Bidder(Bot)`
    bots/methods/<method>.py               `method(game)`, for every game (None: not for this one)
    random, simple                         for every game

This folder has the searchers (rollout ismcts mcts pimc), a network (net), and a tree search that
sees all hands (oracle). A new searcher is one file here; nothing else lists it.

The game's folder takes precedence. The keys of a method are the parameters of its constructor, or
those of `choose` and `bid` after view and rng. Any method can also serve as a bidding strategy, and
then only bids. A module sets `VERSION = 2` when its player changes its decisions (see version.py),
and may set `NATIVE = "name"` if native/players has the same player (or define a function
`NATIVE(**keys)` that returns name and parameters, or None). With `ABOUT = "one line"` the module is
listed as a player under its own name, with default keys: it needs no spec.
"""

from __future__ import annotations

import importlib
import pkgutil

from kibitz.bots.discovery import find_rule, in_module
from kibitz.bots.method import Method
from kibitz.core import registry


def generic_names() -> list[str]:
    """The names of the methods that do not belong to one game."""
    return ["random", "simple", *_here()]


def find_method(game: str, name: str) -> Method | None:
    """Return the method of that name for a game."""
    return find_rule(game, name) or _generic(game, name)


def find_strategy(game: str, name: str) -> Method | None:
    """Return the bidding strategy of that name; any method can bid too."""
    found = in_module(game, ("bidding", name), "bid", ("Bidder", "Player"))
    return found or find_method(game, name)


def method_names(game: str) -> list[str]:
    """The valid values of `method`, for error messages."""
    found = [n for n in registry.modules("players", game) if find_method(game, n)]
    return sorted({*found, *(n for n in generic_names() if find_method(game, n))})


def listed_methods(game: str) -> list[str]:
    """The methods that are players under their own names: those with an ABOUT line."""
    found = {name: find_method(game, name) for name in method_names(game)}
    return [name for name, method in found.items() if method is not None and method.about]


def strategy_names(game: str) -> list[str]:
    """The valid values of `strategy`, for error messages."""
    found = [n for n in registry.modules("players", game, "bidding") if find_strategy(game, n)]
    return sorted({*found, *method_names(game)})


def _generic(game: str, name: str) -> Method | None:
    if name not in _here():
        return None
    method: Method | None = importlib.import_module(f"{__name__}.{name}").method(game)
    return method


def _here() -> list[str]:
    return sorted(found.name for found in pkgutil.iter_modules(__path__))
