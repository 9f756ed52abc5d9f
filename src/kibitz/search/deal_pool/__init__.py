"""Deal pools: files of random deals with their double-dummy values, for statistics and training.

    write(path, game, deals, seed)   deal, solve and write; resumes an interrupted run
    open(path)                       the file as memory-mapped numpy arrays: a DealPool
    examine(path)                    a file's settings, progress and damaged blocks
    open_layer(path, pool)           what players made of the same deals (layer.py)
    best(layers, pool)               the best of several layers for the side that takes

The values are known to no player: a pool is an ORACLE. A network may be trained on it, with one
seat's hand as its input; a player that holds a View may not look up its own deal. layout.py
documents the file byte by byte.
"""

from kibitz.search.deal_pool.layer import Layer, LayerSettings, best, kind_of, open_layer
from kibitz.search.deal_pool.layout import Layout, Settings, games, layout_of
from kibitz.search.deal_pool.reading import DealPool, Examined, examine, open  # noqa: A004  (deal_pool.open)
from kibitz.search.deal_pool.writing import Written, write

__all__ = [
    "DealPool",
    "Examined",
    "Layer",
    "LayerSettings",
    "Layout",
    "Settings",
    "Written",
    "best",
    "examine",
    "games",
    "kind_of",
    "layout_of",
    "open",
    "open_layer",
    "write",
]
