"""Dubito version 2 against numbers worked out by hand, slice by slice."""

import random

import numpy as np

import kibitz
from tests.games.dubito import habits
from tests.games.dubito.encodings import same
from tests.games.dubito.tables import play, table

SLOT = [284 + 95 * slot for slot in range(8)]


def rates(first: int, *found: tuple[float, int]) -> dict[int, float]:
    """Rates and how often they were observed, as numbers of an observation."""
    numbers: dict[int, float] = {}
    for i, (rate, of) in enumerate(found):
        numbers |= {first + 2 * i: rate} | ({first + 2 * i + 1: of / 8} if of else {})
    return numbers


NONE = (1 / 2, 0)  # nothing observed
NEVER, ALWAYS = (1 / 3, 1), (2 / 3, 1)  # no of one time, one of one


def middle(engine: str) -> kibitz.State:
    state = table(engine, "0 1 7 7", "1 7 8", "3 3 3", "4 4", max_turns=100)
    play(state, "declare 7", "lay 0 7", "lay 8", "doubt")  # right: seat 1 takes 0 7 8
    return play(state, "declare 2", "lay 3", "lay 4 4", "lay 1 7")  # seats 2, 3 (out), 0 (pending)


def test_the_table_number_by_number(engine: str) -> None:
    x = middle(engine).view(2).encode("v2")
    assert x.shape == (1200,)
    assert x.dtype == np.float32
    same(x, 0, 42, {9: 1, 10: 1})  # 3 3 in hand
    same(x, 42, 98, {42 + 12: 1})  # 3 on the board
    same(x, 98, 154, dict.fromkeys((98 + 4, 98 + 5, 98 + 16, 98 + 17, 98 + 28, 98 + 29), 1))
    same(x, 154, 168, dict.fromkeys((154, 155, 157, 158, 161, 162), 1))
    same(x, 168, 181, {168 + 1: 1})
    same(x, 181, 187, {181 + 2: 1, 186: 1})
    same(x, 187, 193, {188: 1})
    same(x, 193, 205, dict.fromkeys(range(193, 198), 1))  # five cards
    same(x, 205, 213, {205: 1, 206: 1, 207: 1})
    same(x, 213, 218, {})
    # Seat 0, slot 2, laid two cards, and no 2 and no joker can be its: the joker is seat 1's.
    same(x, 218, 229, {218: 1, 225: 1, 227: 1})
    same(x, 229, 245, {229 + 2: 1, 237 + 2: 1})  # seat 3 is out, so seat 0 is next, too
    same(x, 245, 273, {245: 1, 259: 1})
    same(x, 273, 275, rates(273, NEVER))  # 0 7 was honest
    same(x, 275, 281, rates(275, NONE, NEVER, NONE))
    same(x, 281, 284, {281: 94 / 100, 282: 1, 283: 1 / 2})


def test_the_slots_number_by_number(engine: str) -> None:
    """Slots from seat 2: 0 is seat 2, 1 is seat 3, 2 is seat 0, 3 is seat 1."""
    x = middle(engine).view(2).encode("v2")
    none = (NONE, NONE, NONE)
    expected = {SLOT[0] + 1: 1, SLOT[0] + 4 + 2: 1, SLOT[0] + 18: 2 / 54, SLOT[0] + 19: 1}
    expected |= rates(SLOT[0] + 81, *none, ALWAYS, NONE, NONE, NONE)
    same(x, SLOT[0], SLOT[1], expected)
    expected = {SLOT[1] + 3: 1 / 2, SLOT[1] + 4: 1, SLOT[1] + 19: 1, SLOT[1] + 20: 1}
    expected |= rates(SLOT[1] + 81, *none, NEVER, NONE, NONE, NONE)
    same(x, SLOT[1], SLOT[2], expected)
    expected = dict.fromkeys((SLOT[2] + i for i in (1, 2, 4, 19, 20)), 1.0)
    expected |= rates(SLOT[2] + 81, NONE, NEVER, NONE, NONE, NEVER, NONE, NEVER)
    same(x, SLOT[2], SLOT[3], expected)
    expected = {SLOT[3]: 1, SLOT[3] + 1: 1, SLOT[3] + 4 + 5: 1, SLOT[3] + 18: 5 / 54}
    expected |= dict.fromkeys((SLOT[3] + 25 + 4 * value for value in (0, 7, 8)), 1)
    expected |= rates(SLOT[3] + 81, ALWAYS, NONE, NONE, NONE, NEVER, NONE, NONE)
    same(x, SLOT[3], SLOT[4], expected)
    same(x, SLOT[4], 1044, {})


def test_the_last_plays_are_those_of_version_1(engine: str) -> None:
    view = middle(engine).view(2)
    assert view.encode("v2")[1044:].tolist() == view.encode("v1")[271:].tolist()


def test_what_a_claim_can_be(engine: str) -> None:
    """Four 9s and two jokers are there: seat 2 has two 9s, so four honest cards can be seat 1's."""
    state = table(engine, "5 0", "9 9 0", "3 9 9")
    play(state, "declare 9", "lay 5", "lay 9 9")
    x = state.view(2).encode("v2")
    assert np.flatnonzero(x[218:225]).tolist() == [4]
    assert not x[225]
    assert not state.view(1).encode("v2")[218:226].any()  # its own play


def test_everything_is_from_0_to_1(engine: str) -> None:
    rng = random.Random(3)
    for players in (3, 5, 8):
        state = kibitz.game("dubito", engine=engine, players=players).new(players)
        for _ in range(60):
            if state.done:
                break
            x = state.view(state.player).encode("v2")
            assert x.min() >= 0
            assert x.max() <= 1
            state.apply(habits.choose(state, rng))
