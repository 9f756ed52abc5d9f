"""Whole games between native players, inside the native engine: for big fields and evolution.

    played = play_many(game, [("smart", ()), ("random", ())], seating, seeds)

A player is a `Native`, as in `bots.spec(...).native`, or a name from `players(game)` with its
numbers, if it takes any. Row i of `seating` gives for each seat the index of its player in that
list. A game here is the same, action by action, as the one `match.play` plays with the Python forms
of the players and the same seed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kibitz.bots.method import Native
from kibitz.core import engine
from kibitz.core.errors import BadEngine, BadOption
from kibitz.core.game import Game
from kibitz.core.native_state import flat_options
from kibitz.core.options import whole_number

THREADS_MAX = 256

Player = tuple[str, Sequence[float]] | Native


@dataclass(frozen=True)
class Games:
    """Finished games: rows are games, columns are seats."""

    returns: NDArray[np.float64]
    outcome: NDArray[np.float64]
    lengths: NDArray[np.int32]  # actions
    actions: list[list[int]] | None  # if kept
    moves: NDArray[np.int32] | None  # decisions with a choice, if actions were kept
    seconds: NDArray[np.float64] | None  # wall time of each seat's decisions, if actions were kept


def players(game: Game) -> list[str]:
    """Return the native players of a game; empty without the native engine."""
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
    """Play one game per seed; `threads=0` takes one per core.

    `keep` keeps actions and moves, and times every seat.
    """
    known = players(game)
    if not known:
        raise BadEngine("games between native players need the native engine")
    given = [_native(player) for player in names]
    for player in given:
        _check(game, player, known)
    workers = whole_number("threads", threads, 0, THREADS_MAX) or os.cpu_count() or 1
    seats, words = _table(game, names, seating, seeds)
    returns, outcome = np.empty(seats.shape), np.empty(seats.shape)
    lengths = np.empty(len(words), dtype=np.int32)
    moves = np.zeros(seats.shape, dtype=np.int32)
    seconds = np.zeros(seats.shape)
    match = getattr(engine.native(), f"{game.name}_match")
    actions = match(
        options=flat_options(game),
        players=[tuple(player) for player in given],
        seating=seats,
        seeds=words,
        threads=workers,
        keep=keep,
        returns=returns,
        outcome=outcome,
        lengths=lengths,
        moves=moves,
        seconds=seconds,
    )
    if not keep:
        return Games(returns, outcome, lengths, None, None, None)
    return Games(returns, outcome, lengths, actions, moves, seconds)


def can_play_on(game: Game) -> bool:
    """Whether the native engine plays games of this kind on from an opening."""
    return game.engine == "native" and hasattr(engine.native(), f"{game.name}_play_on")


def play_on(
    game: Game,
    names: Sequence[Player],
    seating: ArrayLike,
    seeds: ArrayLike,
    openings: Sequence[Sequence[int]],
) -> list[list[int]]:
    """Return the actions of games whose first actions are given: an auction, say.

    All players follow the opening as if it had been played; the rest is as in `play_many`.
    """
    if not can_play_on(game):
        raise BadEngine(f"{game.name} cannot be played on natively here")
    given = [_native(player) for player in names]
    for player in given:
        _check(game, player, players(game))
    seats, words = _table(game, names, seating, seeds)
    if len(openings) != len(words):
        raise BadOption(f"there must be an opening for each of {len(words)} games")
    found: list[list[int]] = getattr(engine.native(), f"{game.name}_play_on")(
        options=flat_options(game),
        players=[tuple(player) for player in given],
        seating=seats,
        seeds=words,
        openings=[list(opening) for opening in openings],
    )
    return found


def _table(
    game: Game, names: Sequence[Player], seating: ArrayLike, seeds: ArrayLike
) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Who sits where in which game, checked."""
    seats = np.ascontiguousarray(seating, dtype=np.int32)
    words = np.ascontiguousarray(seeds, dtype=np.uint64)
    if seats.shape != (len(words), game.players):
        raise BadOption(
            f"seating needs a row for each seed and a column for each seat, not {seats.shape}"
        )
    if seats.size and not (seats.min() >= 0 and seats.max() < len(names)):
        raise BadOption("seating must contain indices of the list of players")
    return seats, words


def _native(player: Player) -> Native:
    if isinstance(player, Native):
        return player
    name, numbers = player
    return Native(name, tuple(float(x) for x in numbers))


def _check(game: Game, player: Native, known: Sequence[str]) -> None:
    """Raise BadOption for a player that the native engine cannot seat."""
    if player.policy not in known:
        names = ", ".join(known)
        raise BadOption(f"{game.name} has the native players {names}, not {player.policy!r}")
    if (player.policy == "net") != (player.net is not None):
        raise BadOption("only the player net takes a network handle, and it needs one")
    if player.net is not None and player.net.game != game.name:
        raise BadOption(f"a network for {player.net.game!r} cannot play {game.name}")
