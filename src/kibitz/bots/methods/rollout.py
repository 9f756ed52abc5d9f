"""The method `rollout`: every action played out in the same worlds."""

from __future__ import annotations

from kibitz.bots.keys import Key
from kibitz.bots.method import Method
from kibitz.bots.searcher import KEYS, search_method
from kibitz.search.rollout import rollout

VERSION = 1


def method(game: str) -> Method:
    keys = KEYS | {"halving": Key(bool | None, None), "plans": Key(bool | None, None)}
    return search_method(game, "rollout", rollout, keys, VERSION)
