"""The method `mcts`: a tree for each of some worlds that fit the view, their visits added."""

from __future__ import annotations

from kibitz.bots.method import Method
from kibitz.bots.searcher import KEYS, TREE_KEYS, search_method
from kibitz.search.mcts import mcts_worlds

VERSION = 1
WORLDS = 10


def method(game: str) -> Method:
    return search_method(game, "mcts", mcts_worlds, KEYS | TREE_KEYS, VERSION, worlds=WORLDS)
