"""Played games of Dubito for tests of beliefs, and a mark for tests of the native engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kibitz
from kibitz.arena.native import play_many
from kibitz.core import engine

PLAYERS = ("gemini", "coin", "tracker", "balanced", "claude", "adaptive", "trusting", "random")
native = pytest.mark.skipif(engine.native() is None, reason="needs the native engine")


def games(first: int, last: int) -> Iterator[tuple[kibitz.Game, int, list[int]]]:
    """Played games of many sizes and players, under both ways to go out."""
    for seed in range(first, last):
        game = kibitz.game(
            "dubito", players=3 + seed % 6, exit=("challenge", "immediate")[seed // 6 % 2]
        )
        seating = [(seed + i) % len(PLAYERS) for i in range(game.players)]
        played = play_many(game, [(name, ()) for name in PLAYERS], [seating], [seed], keep=True)
        assert played.actions is not None
        yield game, seed, played.actions[0]


def replay(game: kibitz.Game, seed: int, actions: list[int]) -> kibitz.State:
    state = game.new(seed)
    for action in actions:
        state.apply(action)
    return state
