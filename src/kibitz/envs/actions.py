"""The actions of a step in many games: a legal whole number for each, or a named refusal."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.core.errors import IllegalAction
from kibitz.core.game import Game


def checked(actions: ArrayLike, n: int) -> NDArray[np.int32]:
    """Return the actions as the engines take them, after checking that they are n whole numbers."""
    given = np.ascontiguousarray(actions)
    if given.shape != (n,) or given.dtype.kind not in "iu":
        raise IllegalAction(
            f"step takes {n} whole numbers, not an array of shape {given.shape} "
            f"and type {given.dtype}"
        )
    fits = given.astype(np.int32)
    if (fits != given).any():
        raise IllegalAction("an action is out of range")
    return fits


def refuse(
    game: Game, mask: NDArray[np.bool_], player: NDArray[np.int32], e: int, action: int
) -> NoReturn:
    """Raise IllegalAction with the game, the illegal action and the legal ones."""
    legal = " ".join(game.action_name(int(a)) for a in np.flatnonzero(mask[e])[:12])
    name = game.action_name(action) if 0 <= action < game.num_actions else "no action"
    raise IllegalAction(f"game {e}: seat {player[e]} cannot make {action} ({name}); legal: {legal}")
