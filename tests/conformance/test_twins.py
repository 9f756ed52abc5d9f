"""The twins agree: after every action the same state, legal list, events and next random number."""

import random
from typing import Any

import pytest

import kibitz
from tests.support.found import GAMES, choose, game_options, replay_line, round_options

GAMES_CI, CHUNK = 600, 100


def walk_twins(
    name: str, seed: int, whole: bool = False, options: dict[str, Any] | None = None
) -> None:
    rng = random.Random(seed)
    if options is None:
        options = (game_options if whole else round_options)(name, rng)
    book = kibitz.game(name, engine="python", **options).new(seed)
    twin = kibitz.game(name, engine="native", **options).new(seed)
    try:
        seen = 0
        while not book.done:
            seen = same(book, twin, seen)
            if rng.random() < 0.03:
                same_views(book, twin)
            action = choose(book, rng)
            book.apply(action)
            twin.apply(action)
        same(book, twin, seen)
        same_views(book, twin)
        assert twin.done
        assert book.returns() == twin.returns()
        assert book.outcome() == twin.outcome()
        assert str(book.record()) == str(twin.record())
        assert book.hash == twin.hash
    except Exception:
        print(f"\nreplay: {replay_line(book)}")
        raise


def same(book: kibitz.State, twin: kibitz.State, seen: int) -> int:
    assert book.player == twin.player
    assert book.phase == twin.phase
    assert book.done == twin.done
    assert book.legal() == twin.legal()
    assert book.position() == twin.position()
    assert book.next_random == twin.next_random
    assert book.scores() == twin.scores()
    events = book.events
    assert events[seen:] == twin.events[seen:]
    return len(events)


def same_views(book: kibitz.State, twin: kibitz.State) -> None:
    for seat in range(book.game.players):
        one, other = book.view(seat), twin.view(seat)
        assert one == other
        assert one.text() == other.text()
        assert one.encode().tolist() == other.encode().tolist()


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
