"""What the environments know about a game beyond the contract, from a file named after the game.

`kibitz/envs/games/<game>.py` may provide any of
    returns(game) -> (low, high)      bounds of what `returns()` can give a seat
    bounds(game, encoding) -> (low, high)  of every observation entry, as two float32 vectors
    REWARDS                           rewards by name (rewards.py), the default first
    draw(state) -> Draw               the pending chance event, in small steps (draws.py)
    simultaneous(state) -> seats      that decide at once, in the order of play (PettingZoo)
    SMALL                             options of a variant that exact methods can hold
    UTILITY                           for OpenSpiel: "ZERO_SUM" where returns sum to 0
Everything else has a simple default here, so a new game is playable from its first day; only
OpenSpiel requires `draw`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import registry
from kibitz.core.errors import MissingExtra
from kibitz.core.extras import install
from kibitz.core.game import Game

Bounds = tuple[NDArray[np.float32], NDArray[np.float32]]


def extra(game: str, word: str) -> Any:
    """Return what the game's file defines under this name, or None."""
    return getattr(registry.find("envs", game), word, None)


def return_bounds(game: Game) -> tuple[float, float]:
    """Return the bounds of `returns()`; by default a point per action, either way."""
    bounds_of = extra(game.name, "returns")
    low, high = bounds_of(game) if bounds_of else (-game.max_length, game.max_length)
    return float(low), float(high)


def observation_bounds(game: Game, encoding: str | None = None) -> Bounds:
    """Return the bounds of every entry of `view.encode(encoding)`; by default -1 to 1."""
    name = game.encoding(encoding)
    bounds_of = extra(game.name, "bounds")
    if bounds_of:
        bounds: Bounds = bounds_of(game, name)
        return bounds
    _, ones = unit_bounds(game, name)
    return -ones, ones


def unit_bounds(game: Game, encoding: str) -> Bounds:
    """Return bounds of 0 to 1 throughout, the usual starting point for a game's file."""
    size = game.encoding_size(encoding)
    return np.zeros(size, dtype=np.float32), np.ones(size, dtype=np.float32)


def missing(library: str, adapter: str) -> MissingExtra:
    """Return the error for an adapter whose library is not installed."""
    return MissingExtra(
        f"{adapter} needs {library}, which is not installed; "
        f"it is in the extra envs: {install('envs')}"
    )
