"""The method `ismcts`: one tree over all worlds that fit the view."""

from __future__ import annotations

from typing import Literal

from kibitz.bots.keys import Key
from kibitz.bots.method import Method
from kibitz.bots.searcher import KEYS, TREE_KEYS, search_method
from kibitz.search.ismcts import ismcts

VERSION = 1


def method(game: str) -> Method:
    by_net = Key(Literal["net"] | None, None)
    keys = KEYS | TREE_KEYS | {"prior": by_net, "value": by_net}
    return search_method(game, "ismcts", ismcts, keys, VERSION)
