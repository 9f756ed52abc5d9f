"""The methods that a spec can name: how to decide, found by folder.

    bots/<game>/<method>.py             `choose(view, rng)`, or a class `Player(Bot)`
    bots/<game>/bidding/<strategy>.py   `bid(view, rng)`, or a class `Bidder(Bot)`
    random, simple                      for every game
    rollout ismcts mcts pimc            the searchers (searcher.py)
    oracle oracle_dd                    who see all hands (oracle.py)
    dmc nn                              networks (network.py)

The folder of the game comes first. The keys of a method are the parameters of its constructor, or
those of `choose` and `bid` after view and rng. A bidding strategy may also be any method, which
then only bids. A module says `VERSION = 2` when its player decides otherwise than before (see
version.py), and may say `NATIVE = "name"` where native/policies has the same player (or a function
`NATIVE(**keys)` that gives name and parameters, or None).
"""

from __future__ import annotations

import functools

from kibitz.bots import network, oracle, searcher
from kibitz.bots.folder import find_rule, in_folder, modules
from kibitz.bots.method import Method

GENERIC = ("random", "simple", *searcher.SEARCHERS, "oracle", *network.NETWORKS)


def find_method(game: str, name: str) -> Method | None:
    """The method of that name for a game."""
    return find_rule(game, name) or _generic(game, name)


def find_strategy(game: str, name: str) -> Method | None:
    """The bidding strategy of that name; any method can bid too."""
    found = in_folder(f"kibitz.bots.{game}.bidding", name, "bid", ("Bidder", "Player"))
    return found or find_method(game, name)


def method_names(game: str) -> list[str]:
    """What `method` may be, for an error's sentence."""
    found = [n for n in modules(f"kibitz.bots.{game}") if find_method(game, n)]
    return sorted({*found, *(n for n in GENERIC if find_method(game, n))})


def strategy_names(game: str) -> list[str]:
    """What `strategy` may be, for an error's sentence."""
    found = [n for n in modules(f"kibitz.bots.{game}.bidding") if find_strategy(game, n)]
    return sorted({*found, *method_names(game)})


def _generic(game: str, name: str) -> Method | None:
    if name in searcher.SEARCHERS:
        return searcher.method(game, name)
    if name == "oracle":
        return oracle.method(game)
    if name in network.NETWORKS:
        _, keys = network.NETWORKS[name]
        return Method(name, functools.partial(network.make, name), keys, "network")
    return None
