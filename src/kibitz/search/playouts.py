"""Playouts: very many uniformly random games, summed.

Game i of a run draws everything, chance and actions alike, from the stream of mix(seed, i), so the
sums are the same for any number of threads, every CPU path and both engines. Single deals of Belote
are the exception: a batch kernel with its own generator plays their cards (see
native/search/belote_playouts.hpp), with the same result for every thread count and path, but in
different games from the Python engine's.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz import games
from kibitz.core.native_state import NativeState
from kibitz.core.options import whole_number
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream, check_seed, mix
from kibitz.core.state import CHANCE, State

GAMES_MAX = 1 << 40
THREADS_MAX = 256


@dataclass(frozen=True)
class Playouts:
    """The result of a run: sums over all games, one per seat."""

    games: int
    actions: int
    returns: tuple[float, ...]
    outcome: tuple[float, ...]

    def mean_returns(self) -> tuple[float, ...]:
        return tuple(x / max(1, self.games) for x in self.returns)


def playouts(
    name: str,
    n: int,
    seed: int = 0,
    threads: int = 1,
    *,
    deal: Any = None,
    position: Mapping[str, Any] | None = None,
    engine: str | None = None,
    **options: Any,
) -> Playouts:
    """Play n uniformly random games, from the first deal, from a given deal or from a position.

    `threads=0` uses all cores. The interpreter lock is released while the native engine plays.

    >>> playouts("qwixx", 10, seed=1).games
    10
    """
    game = games.game(name, engine=engine, **options)
    count = whole_number("n", n, 0, GAMES_MAX)
    workers = whole_number("threads", threads, 0, THREADS_MAX) or os.cpu_count() or 1
    state = game.new(deal=deal, position=position, chance="explicit")
    number = check_seed(seed)
    if isinstance(state, NativeState):
        played, actions, returns, outcome = state._playouts(count, number, workers, False)
        return Playouts(played, actions, tuple(returns), tuple(outcome))
    assert isinstance(state, PythonState)
    return _play_book(state, count, number)


def _play_book(start: PythonState, n: int, seed: int) -> Playouts:
    """The plain loop that the native engine speeds up."""
    seats = range(start.game.players)
    actions = 0
    returns, outcome = [0.0 for _ in seats], [0.0 for _ in seats]
    for i in range(n):
        state = play_out(start.copy(), Stream(mix(seed, i)))
        actions += len(state.actions)
        for seat in seats:
            returns[seat] += state.returns()[seat]
            outcome[seat] += state.outcome()[seat]
    return Playouts(n, actions, tuple(returns), tuple(outcome))


def play_out(state: PythonState, rng: Stream) -> State:
    """Play one random game to its end; chance and actions come from the same stream."""
    while not state.done:
        if state.player == CHANCE:
            state._take(state._draw(rng))
        else:
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    return state
