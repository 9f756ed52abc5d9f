"""Playouts: the same sums on both engines, for every number of threads and every CPU path."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadOption, BadSeed
from tests.support.found import GAMES, round_options

OWN_GENERATOR = {"belote"}  # has a batch kernel: see tests/search/test_belote_batch.py


def close(one: kibitz.search.playouts.Playouts, other: kibitz.search.playouts.Playouts) -> bool:
    return (one.games, one.actions, one.returns) == (
        other.games,
        other.actions,
        other.returns,
    ) and one.outcome == pytest.approx(other.outcome)


@pytest.mark.parametrize("name", [name for name in GAMES if name not in OWN_GENERATOR])
def test_both_engines_play_the_same_games(name: str) -> None:
    for seed in range(6):
        options = round_options(name, random.Random(seed))
        book = kibitz.playouts(name, 5, seed, engine="python", **options)
        twin = kibitz.playouts(name, 5, seed, engine="native", **options)
        assert close(book, twin), (options, book, twin)


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str) -> None:
    options = round_options(name, random.Random(1))
    runs = [kibitz.playouts(name, 9_000, 3, threads, **options) for threads in (1, 2, 5)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0].games == 9_000


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_cpu_paths_change_nothing(name: str) -> None:
    state = kibitz.game(name, engine="native").new(chance="explicit")
    assert state._playouts(300, 7, 1, True) == state._playouts(300, 7, 1, False)


def test_from_a_position() -> None:
    state = kibitz.game("ohhell", schedule=[5]).new(1)
    for _ in range(7):
        state.apply(state.legal()[0])
    runs = [
        kibitz.playouts("ohhell", 50, 2, engine=engine, position=state.position(), schedule=[5])
        for engine in ("python", "native")
    ]
    assert close(*runs)
    assert runs[0].actions == 50 * (24 - 7)


VARIANTS: list[dict[str, Any]] = [
    {"players": 2, "schedule": [12, 3]},
    {"players": 3, "schedule": [1, 5], "hook": False},
    {"players": 4, "schedule": [8, 8], "trump_lead": "free"},
    {"players": 4, "schedule": [6, 7], "no_trump_rounds": 1},
    {"players": 5, "schedule": [9, 2]},
    {"players": 3, "schedule": [2, 1], "suits": 2, "ranks": 6},
]


@pytest.mark.native_smoke
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_whole_rounds_of_oh_hell_from_any_position(options: dict[str, Any]) -> None:
    """The native engine plays rounds at random as a whole: between bids, tricks and inside them."""
    game, rng = kibitz.game("ohhell", engine="native", **options), random.Random(5)
    for seed in range(12):
        state = game.new(seed)
        for _ in range(rng.randrange(3 * game.players * options["schedule"][0] // 2)):
            if not state.done:
                state.apply(rng.choice(state.legal()))
        if state.done:
            continue
        given = options | {"position": state.position()}
        book = kibitz.playouts("ohhell", 4, seed, engine="python", **given)
        twin = kibitz.playouts("ohhell", 4, seed, engine="native", **given)
        assert close(book, twin), (seed, state.position())


def test_refusals() -> None:
    with pytest.raises(BadOption, match="n must be from 0"):
        kibitz.playouts("ohhell", -1)
    with pytest.raises(BadOption, match="threads"):
        kibitz.playouts("ohhell", 1, threads=1000)
    with pytest.raises(BadOption, match="whole number"):
        kibitz.playouts("ohhell", "many")  # type: ignore[arg-type]
    with pytest.raises(BadSeed):
        kibitz.playouts("ohhell", 1, seed=-3)
    assert kibitz.playouts("ohhell", 0).games == 0
