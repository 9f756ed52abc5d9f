"""What the environments know of one game beyond the contract: a file found by the game's name.

`kibitz/envs/games/<game>.py` may give any of
    returns(game) -> (low, high)      the least and the most that `returns()` can give a seat
    bounds(game) -> (low, high)       of every number of the observation, two float32 vectors
    REWARDS                           rewards by name (rewards.py), the default one first
    draw(state) -> Draw               the chance event that is waited for, in small steps (draws.py)
What it does not give has a plain default here, so that a new game is playable from its first day;
only OpenSpiel cannot do without `draw`.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import MissingExtra
from kibitz.core.game import Game

Bounds = tuple[NDArray[np.float32], NDArray[np.float32]]


def extra(game: str, word: str) -> Any:
    """What the file of a game says under this word, or None."""
    module = f"kibitz.envs.games.{game}"
    return getattr(importlib.import_module(module), word, None) if find_spec(module) else None


def return_bounds(game: Game) -> tuple[float, float]:
    """The least and the most of `returns()`; a point an action, either way, if nobody told."""
    tell = extra(game.name, "returns")
    low, high = tell(game) if tell else (-game.max_length, game.max_length)
    return float(low), float(high)


def observation_bounds(game: Game) -> Bounds:
    """The bounds of every number of `view.encode()`; -1 to 1 if nobody told."""
    tell = extra(game.name, "bounds")
    if tell:
        bounds: Bounds = tell(game)
        return bounds
    _, ones = unit_bounds(game)
    return -ones, ones


def unit_bounds(game: Game) -> Bounds:
    """Everything from 0 to 1: where most files of a game begin."""
    size = game.observation_size
    return np.zeros(size, dtype=np.float32), np.ones(size, dtype=np.float32)


def missing(library: str, adapter: str) -> MissingExtra:
    """The error of an adapter whose library is not installed."""
    return MissingExtra(
        f"{adapter} needs {library}, which is not installed; "
        'it is in the extra envs: pip install "kibitz[envs]"'
    )
