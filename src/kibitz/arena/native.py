"""Whole games between native players, inside the native engine: for big fields and evolution.

    played = play_many(game, [("smart", ()), ("random", ())], seating, seeds)

A player is a name of `players(game)` and its numbers, if it takes some. Row i of `seating` tells
for each seat the place of its player in that list. A game here is the same, action by action, as
`match.play` gives with the Python forms of the players and the same seed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.core import engine
from kibitz.core.errors import BadEngine, BadOption
from kibitz.core.game import Game
from kibitz.core.native import flat_options
from kibitz.core.options import whole_number

THREADS_MAX = 256

Player = tuple[str, Sequence[float]]


@dataclass(frozen=True)
class Games:
    """Finished games: rows are games, columns seats."""

    returns: NDArray[np.float64]
    outcome: NDArray[np.float64]
    lengths: NDArray[np.int32]  # actions
    actions: list[list[int]] | None  # where they were kept
    moves: NDArray[np.int32] | None  # decisions with a choice; where actions were kept


def players(game: Game) -> list[str]:
    """The native players of a game; none without the native engine."""
    found = getattr(engine.native(), f"{game.name}_players", None)
    return [] if found is None else list(found())


def play_many(
    game: Game,
    names: Sequence[Player],
    seating: ArrayLike,
    seeds: ArrayLike,
    *,
    threads: int = 1,
    keep: bool = False,
) -> Games:
    """Play one game for each seed; `threads=0` takes one a core, `keep` keeps actions and moves."""
    known = players(game)
    if not known:
        raise BadEngine("games between native players need the native engine")
    for name, _ in names:
        if name not in known:
            raise BadOption(f"{game.name} has the native players {', '.join(known)}, not {name!r}")
    workers = whole_number("threads", threads, 0, THREADS_MAX) or os.cpu_count() or 1
    seats = np.ascontiguousarray(seating, dtype=np.int32)
    words = np.ascontiguousarray(seeds, dtype=np.uint64)
    if seats.shape != (len(words), game.players):
        raise BadOption(
            f"seating has a row for each seed and a column for each seat, {seats.shape}"
        )
    if seats.size and not (seats.min() >= 0 and seats.max() < len(names)):
        raise BadOption("seating names the players by their places in the list, from 0")
    returns, outcome = np.empty(seats.shape), np.empty(seats.shape)
    lengths = np.empty(len(words), dtype=np.int32)
    moves = np.zeros(seats.shape, dtype=np.int32)
    given = [(name, [float(x) for x in numbers]) for name, numbers in names]
    match = getattr(engine.native(), f"{game.name}_match")
    actions = match(
        options=flat_options(game),
        players=given,
        seating=seats,
        seeds=words,
        threads=workers,
        keep=keep,
        returns=returns,
        outcome=outcome,
        lengths=lengths,
        moves=moves,
    )
    return Games(returns, outcome, lengths, actions if keep else None, moves if keep else None)
