"""What advice must know of each game: the folder is the registry.

A module has the name of its game and gives

    UNIT, STEP       what is counted at the end, and how wide a range of it is shown
    total(end, seat) the count of a seat (of its side) at the end of a deal, or of the game
    contract(end, seat) -> (seat, whether it was made), or None
    SEARCH           what is counted when a decision is judged: reward and horizon of a search
    SCALE            what turns that reward into own side less other side
    Mirror           the advisor's game (kibitz.advice.mirror)

`end` is a state whose deal is over and whose next deal has not come; in a game without deals, the
end of the game.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, Protocol

from kibitz.core.state import State


class Known(Protocol):
    """The module of a game."""

    UNIT: str
    STEP: int
    SEARCH: dict[str, str]
    SCALE: float
    Mirror: Any

    def total(self, end: State, seat: int) -> float: ...

    def contract(self, end: State, seat: int) -> tuple[int, bool] | None: ...


@functools.cache
def known(game: str) -> Known:
    module: Any = importlib.import_module(f"{__name__}.{game}")
    found: Known = module
    return found
