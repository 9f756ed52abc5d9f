"""Who sits where in many games at once: shared by seated vectors and the collector.

A player at the table is a native rule player or a network. A seating is an array of rows; each row
assigns every seat: 0 is the learner, k the k-th player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz import bots
from kibitz.bots.method import Native
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.native_state import flat_options
from kibitz.nets.net import Net

LEARNER = 0
SEATS_MAX = 8  # of any game
THREADS_MAX = 256


@dataclass(frozen=True)
class Player:
    """A player at the table that does not learn: a native rule player, or a network."""

    name: str  # its name in statistics
    native: Native | None = None
    net: Net | None = None
    temperature: float = 1.0  # of a network; 0 is greedy

    @classmethod
    def of(cls, game: Game, name: str) -> Player:
        """Return the player of that name, which must have a native form ("random" always has)."""
        native = bots.spec(game.name, name).native
        if native is None:
            raise BadOption(f"{name} has no native version, so it cannot play many games at once")
        return cls(name, native)

    def given(self, number: int, *, recorded: bool = False) -> tuple[Any, ...]:
        """Return the player as the native engine takes it."""
        if (self.native is None) == (self.net is None):
            raise BadOption(f"player {self.name} must be either a native rule player or a network")
        if self.net is not None:
            return number, "", [], self.net.native, float(self.temperature), recorded
        assert self.native is not None
        parameters = [float(x) for x in self.native.parameters]
        handle = getattr(self.native, "net", None)  # the player `net`, with its temperature
        if handle is not None:
            heat = parameters[0] if parameters else 0.0
            return number, "", [], handle, heat, recorded
        return number, self.native.policy, parameters, None, 1.0, recorded


def seat_rows(games: Sequence[Game], seating: ArrayLike, players: int) -> NDArray[np.int32]:
    """Check a seating: rows that are wide enough, with numbers of existing players."""
    rows = np.ascontiguousarray(seating, dtype=np.int32)
    seats = max(game.players for game in games)
    if rows.ndim != 2 or not seats <= rows.shape[1] <= SEATS_MAX or not len(rows):
        raise BadOption(f"seating needs rows of at least {seats} seats, not the shape {rows.shape}")
    if rows.min() < 0 or rows.max() > players:
        raise BadOption(f"seating may contain 0 (the learner) and 1 to {players} (the players)")
    return rows


def table_words(
    games: Sequence[Game],
    n: int,
    weights: Sequence[float] | None,
    kinds: Sequence[int] | None,
    encoding: str,
    reward: str,
    scale: float,
) -> dict[str, Any]:
    """Return the arguments that native tables have in common."""
    given = [1.0] * len(games) if weights is None else [float(x) for x in weights]
    fixed = [] if kinds is None else [int(kinds[e % len(kinds)]) for e in range(n)]
    return {
        "game": games[0].name,
        "encoding": encoding,
        "options": [flat_options(game) for game in games],
        "weights": given,
        "fixed": fixed,
        "sides": [[min(game.side(s)) for s in range(game.players)] for game in games],
        "reward": reward,
        "scale": float(scale),
    }
