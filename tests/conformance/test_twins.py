"""The twins agree: after every action the same state, legal list, events and next random number."""

import pytest

from tests.conformance.twins import walk_twins
from tests.support.found import GAMES

GAMES_CI, CHUNK = 600, 100


@pytest.mark.parametrize("first", range(0, GAMES_CI, CHUNK))
@pytest.mark.parametrize("name", GAMES)
def test_twins_agree(name: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        walk_twins(name, seed)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", GAMES)
def test_twins_agree_on_whole_games(name: str) -> None:
    for seed in range(10):
        walk_twins(name, seed, whole=True)


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_smoke(name: str) -> None:
    for seed in range(20):
        walk_twins(name, seed)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 10_000, 500))
@pytest.mark.parametrize("name", GAMES)
def test_soak(name: str, first: int) -> None:
    for seed in range(first, first + 500):
        walk_twins(name, seed)
