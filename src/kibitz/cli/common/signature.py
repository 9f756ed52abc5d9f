"""The signature of a game: one number that changes when its behaviour does.

A hash over the histories and returns of random games with fixed seeds: the default options, then
each option changed on its own (a flag flipped, each other choice, the bounds of `players`). Both
engines give the same number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.options import Choice, Flag, Integer
from kibitz.core.record import fold
from kibitz.core.rng import MASK, Stream
from kibitz.games import find
from kibitz.games import game as make_game

GAMES = 4  # per variant
RETURN_SCALE = 4  # makes integers of returns in halves and quarters


def sign(name: str, engine: str | None = None) -> int:
    h = 0
    for options in variants(name):
        try:
            game = make_game(name, engine=engine, **options)
        except BadOption:  # invalid without another option
            continue
        for seed in range(GAMES):
            h = fold(h, _play(game, seed))
    return h


def variants(name: str) -> Iterator[dict[str, Any]]:
    """Yield the default options, then each option changed on its own."""
    yield {}
    for key, option in find(name).OPTIONS.items():
        if isinstance(option, Flag):
            yield {key: not option.default}
        elif isinstance(option, Choice):
            yield from ({key: word} for word in option.words if word != option.default)
        elif isinstance(option, Integer) and key == "players":
            yield from ({key: n} for n in {option.low, option.high} - {option.default})


def _play(game: Game, seed: int) -> list[int]:
    """Play a random game; return its hash, and its returns as integers."""
    state, stream = game.new(seed), Stream(seed)
    while not state.done:
        legal = state.legal()
        state.apply(legal[stream.below(len(legal))])
    return [state.hash, *(round(RETURN_SCALE * x) & MASK for x in state.returns())]
