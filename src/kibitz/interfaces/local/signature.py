"""The signature of a game: one number that moves when its behaviour does.

Folded over the history hashes and returns of random games on fixed seeds: the defaults, then every
option changed alone (a flag turned, each other word, the bounds of `players`). The same on both
engines.
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

GAMES = 4  # of each variant
RETURN_SCALE = 4  # returns are whole numbers or simple fractions


def sign(name: str, engine: str | None = None) -> int:
    h = 0
    for options in variants(name):
        try:
            game = make_game(name, engine=engine, **options)
        except BadOption:  # this option does not stand alone
            continue
        for seed in range(GAMES):
            h = fold(h, _play(game, seed))
    return h


def variants(name: str) -> Iterator[dict[str, Any]]:
    """The defaults, then every option changed alone."""
    yield {}
    for key, option in find(name).OPTIONS.items():
        if isinstance(option, Flag):
            yield {key: not option.default}
        elif isinstance(option, Choice):
            yield from ({key: word} for word in option.words if word != option.default)
        elif isinstance(option, Integer) and key == "players":
            yield from ({key: n} for n in {option.low, option.high} - {option.default})


def _play(game: Game, seed: int) -> list[int]:
    """A random game: its hash, and its returns as whole numbers."""
    state, stream = game.new(seed), Stream(seed)
    while not state.done:
        legal = state.legal()
        state.apply(legal[stream.below(len(legal))])
    return [state.hash, *(round(RETURN_SCALE * x) & MASK for x in state.returns())]
