"""The method `pimc`: the double-dummy solver in each of some worlds that fit the view.

The budget is a number of worlds, time, or both. It plays cards only, in games that the solver
supports. `equity = false` values a deal of a match by its points alone.
"""

from __future__ import annotations

import functools
from typing import Any

from kibitz.bots.defaults import search_defaults
from kibitz.bots.keys import Key
from kibitz.bots.method import Method
from kibitz.bots.searcher import Searcher, version_of
from kibitz.search import plays
from kibitz.search.pimc import pimc

VERSION = 1
WORLDS = 20  # if a spec gives no budget

KEYS = {
    "worlds": Key(int | None, None),
    "time_ms": Key(float | None, None),
    "threads": Key(int, 1),
    "slip": Key(float | None, None),
    "reach": Key(int | None, None),
    "weighed": Key(int | None, None),
    "agree": Key(bool, True),
    "equity": Key(bool | None, None),
}


def method(game: str) -> Method | None:
    if plays.of_game(game) is None:
        return None
    return Method(
        "pimc",
        functools.partial(Searcher, game, pimc),
        KEYS | {"equity": Key(bool | None, search_defaults(game).get("equity"))},
        "search",
        version=functools.partial(version_of, game, "pimc", VERSION),
        complete=_with_worlds,
        renamed={"determinizations": "worlds"},
        bids=False,
        believes=True,
    )


def _with_worlds(settings: dict[str, Any]) -> dict[str, Any]:
    if settings["worlds"] is None and settings["time_ms"] is None:
        return settings | {"worlds": WORLDS}
    return dict(settings)
