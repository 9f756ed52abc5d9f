"""Every game found, both engines: random games that keep every promise of the contract.

2,000 rounds or deals a game and engine, in chunks that the workers share, and 50 whole games or
matches. `make soak` plays 100,000 on the native engine.
"""

import random

import pytest

import kibitz
from tests.support.found import ENGINES, GAMES, game_options, round_options
from tests.support.walk import walk

ROUNDS, CHUNK, WHOLE = 2_000, 250, 50


def play(name: str, engine: str, first: int, count: int, whole: bool = False) -> None:
    for seed in range(first, first + count):
        rng = random.Random(seed)
        draw = game_options if whole else round_options
        walk(kibitz.game(name, engine=engine, **draw(name, rng)), seed, rng)


@pytest.mark.parametrize("first", range(0, ROUNDS, CHUNK))
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_rounds(name: str, engine: str, first: int) -> None:
    play(name, engine, first, CHUNK)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_whole_games(name: str, engine: str) -> None:
    play(name, engine, 0, WHOLE, whole=True)


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_smoke(name: str) -> None:
    play(name, "native", 0, 40)
    play(name, "native", 0, 2, whole=True)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 100_000, 1_000))
@pytest.mark.parametrize("name", GAMES)
def test_soak(name: str, first: int) -> None:
    play(name, "native", first, 1_000)
