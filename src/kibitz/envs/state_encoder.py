"""The observation of a seat straight from a running game, without building a View.

The native encoders replay a game and write one row per decision. For the short games that learners
play this is several times faster than a View and its Python encoder; long games, and engines
without a native encoder, go through the View. Both write the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine as engines
from kibitz.core.game import Game
from kibitz.core.native_state import NativeState, flat_options
from kibitz.core.state import State

ACTIONS_MAX = 120  # of a game that is worth replaying for one observation


class StateEncoder:
    """Encodes states of one game."""

    def __init__(self, game: Game, encoding: str) -> None:
        self.encoding = encoding
        module: Any = engines.native() if game.engine == "native" else None
        known = getattr(module, f"{game.name}_encodings", None)
        self._native: Any = None
        if known is not None and encoding in dict(known()):
            self._native = getattr(module, f"{game.name}_encode")
            self._options = flat_options(game)

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """Return what `state.view(seat).encode(encoding)` returns."""
        if self._native is not None and isinstance(state, NativeState) and state._start is None:
            actions = state._actions()
            if len(actions) <= ACTIONS_MAX:
                # A row is written before each action, when chance has come: any action will do.
                waits = state.player >= 0
                played = [*actions, state.legal()[0]] if waits else actions
                rows = self._native(self._options, state._chance(), played, self.encoding, seat)
                now: NDArray[np.float32] = rows[len(actions)].copy()
                return now
        return state.view(seat).encode(self.encoding)
