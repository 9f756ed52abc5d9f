"""Deal pools: files of random deals with their double-dummy values, for statistics and training.

    write(path, game, deals, seed)   deal, solve and write; goes on where an earlier run stopped
    open(path)                       the file as memory-mapped numpy arrays: a Pool
    examine(path)                    what a file is, how far it got, which blocks are damaged

The values tell what no player knows: a pool is an ORACLE's book. A network may learn from it, with
one seat's hand as its input; a player that holds a View may not look its own deal up. layout.py
tells the file byte by byte.
"""

from kibitz.search.pool.layout import GAMES, LAYOUTS, Layout, Settings
from kibitz.search.pool.reading import Examined, Pool, examine, open  # noqa: A004  (pool.open)
from kibitz.search.pool.writing import Written, write

__all__ = [
    "GAMES",
    "LAYOUTS",
    "Examined",
    "Layout",
    "Pool",
    "Settings",
    "Written",
    "examine",
    "open",
    "write",
]
