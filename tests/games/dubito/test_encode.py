"""The observation of Dubito against numbers worked out by hand, slice by slice."""

import random

import pytest

import kibitz
from kibitz.errors import NoSuchEncoding
from tests.games.dubito import habits
from tests.games.dubito.encodings import F, same
from tests.games.dubito.tables import play, table


def test_an_observation_number_by_number(engine: str) -> None:
    state = table(engine, "0 1 7 7", "1 7 8", "3 3 3", "4 4", max_turns=100)
    play(state, "declare 7", "lay 0 7", "lay 8", "doubt")  # right: seat 1 takes 0 7 8
    play(state, "declare 2", "lay 3", "lay 4 4", "lay 1 7")  # seats 2, 3 (pending), 0
    # Now seat 1 is to act; seat 3 is out and seat 0 is pending. What seat 2 sees:
    x = state.view(2).encode()
    assert x.shape == (state.game.observation_size,) == (427,)
    same(x, 0, 14, {3: 2 / 4})  # hand 3 3
    same(x, 14, 28, {14 + 3: 1 / 4})  # its 3 on the board
    same(x, 28, 42, {28: 1 / 4, 29: 2 / 4, 31: 3 / 4, 32: 2 / 4, 35: 3 / 4, 36: 1 / 4})
    same(x, 42, 55, {42 + 1: 1})  # number 2
    same(x, 55, 59, {55 + 2: 1})  # phase turn
    same(x, 59, 64, {60: 1, 61: 5 / 54, 62: 3 / 54, 63: 6 / 100})
    same(x, 64, 71, {64 + 1: 1, 70: 3 / 4})  # four players, three of them in the game
    # Slots from seat 2: 0 is seat 2, 1 is seat 3, 2 is seat 0, 3 is seat 1.
    same(x, 71, 79, {71 + 3: 1})
    same(x, 79, 87, {79: 1, 79 + 2: 1, 79 + 3: 1})
    same(x, 87, 95, {87 + 1: 1 / 2})
    same(x, 95, 103, {95 + 2: 1})
    same(x, 103, 111, {103: 2 / 54, 103 + 3: 5 / 54})
    same(x, 111, 119, {111: 1 / 54, 112: 2 / 54, 113: 2 / 54})
    known = 119 + 14 * 3
    same(x, 119, 231, {known: 1 / 4, known + 7: 1 / 4, known + 8: 1 / 4})
    # Seat 2: a doubt and an opening. Seat 1: a lay, and a bluff that was caught.
    same(x, 231, 236, {231: 0.02, 232: 0.01, 233: 1, 235: 0.5})
    same(x, 236, 241, {236: 0.01, 237: 0.01, 240: 0.5})
    same(x, 241, 246, {241: 0.02, 242: 0.01, 245: 0.5})
    same(x, 246, 251, {246: 0.01, 247: 0.01, 249: 0.1, 250: 1})
    same(x, 251, 271, {})
    # Plays, the latest first: seat 0 two cards, seat 3 two, seat 2 one, which opened.
    same(x, 271, 284, {271 + 2: 1, 271 + 9: 1, 271 + 12: 1})
    same(x, 284, 297, {284 + 1: 1, 284 + 9: 1, 284 + 12: 1})
    same(x, 297, 310, {297: 1, 297 + 8: 1, 297 + 11: 1, 297 + 12: 1})
    same(x, 310, 427, {})


def test_openings_and_the_end(engine: str) -> None:
    state = table(engine, "1", "2 2", "3")
    x = state.view(0).encode()
    same(x, 42, 64, {55: 1, 59: 1})
    play(state, "declare 4")
    same(state.view(1).encode(), 42, 64, {45: 1, 56: 1, 59: 1})
    play(state, "lay 1", "lay 2")
    x = state.view(1).encode()
    assert state.done
    same(x, 55, 61, {58: 1})  # over; nobody may doubt
    same(x, 71, 87, {79: 1, 80: 1})
    same(x, 87, 103, {87 + 2: 1})  # seat 0, two slots on, has the only place


def test_only_the_last_twelve_plays_are_encoded_one_by_one(engine: str) -> None:
    state = play(table(engine, *["1 2 3 4 5 6"] * 3), "declare 1", "lay 1")
    for _ in range(13):
        state.apply(state.legal()[1])
    x = state.view(state.player).encode()
    assert x[62] == F(14 / 54)
    assert x[271 + 12 : 427 : 13].tolist() == [1] * 12
    assert not x[271 + 11 : 427 : 13].any()  # the opening is not among them


def test_before_the_deal_all_is_zero(engine: str) -> None:
    view = kibitz.game("dubito", engine=engine).new(chance="explicit").view(0)
    assert not view.encode().any()


def test_every_number_is_from_0_to_1() -> None:
    for seed in range(10):
        rng = random.Random(seed)
        state = kibitz.game("dubito", **habits.round_options(rng)).new(seed)
        while not state.done:
            x = state.view(rng.randrange(state.game.players)).encode()
            assert x.min() >= 0
            assert x.max() <= 1
            state.apply(habits.choose(state, rng))


def test_versions() -> None:
    view = table("python", "1", "2", "3").view(0)
    assert view.encode(1).tolist() == view.encode().tolist()
    with pytest.raises(NoSuchEncoding):
        view.encode(3)
