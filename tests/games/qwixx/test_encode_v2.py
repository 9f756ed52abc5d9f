"""Qwixx version 2, against numbers worked out by hand, and what it adds to version 1."""

import random

import numpy as np
import pytest

import kibitz
from tests.games.qwixx.habits import choose
from tests.games.qwixx.sheets import (
    EMPTY,
    FIVE,
    LOCKED,
    PASS,
    ROLL,
    WHITE_BLUE,
    WHITE_RED,
    at,
    play,
)

SLOT = [254 + 165 * slot for slot in range(5)]


def ones(code: np.ndarray) -> set[int]:
    return {int(i) for i in np.flatnonzero(code == 1)}


def test_every_number_by_hand(engine: str) -> None:
    """Seat 1's sheet and strikes differ; seat 0 is on turn with W3 W5 R1 Y6 G2 B4."""
    state = at(engine, [[0b1011, 0, 0b11, 0b111111], [1 << 9, 1 << 3, LOCKED, 0]], strikes=[1, 2])
    state.apply_chance(ROLL)
    code = state.view(0).encode("v2")
    assert code.shape == (1079,)
    assert code.dtype == np.float32
    expected = {
        *(0, 1, 2),  # pass, 8 in red and in yellow; blue is past its 8, green is closed
        *(13 + 2, 19 + 4, 25 + 0, 31 + 5, 37 + 1, 43 + 3),
        49 + 6,
        *(60 + 1, 65 + 0, 70 + 0),
        *(81 + 2, 85 + 2),
        *(89 + 1, 94),
        96 + 11 * 0 + 2,  # 8 in red skips 6 and 7
        96 + 11 * 1 + 6,
        241 + 6 + 2,  # 25 to 20: five points
        SLOT[0],
        *(SLOT[0] + 1 + cell for cell in (0, 1, 3, 22, 23, 33, 34, 35, 36, 37, 38)),
        *(SLOT[0] + 45 + 12 * row + cell for row, cell in enumerate((4, 0, 11, 6))),
        *(SLOT[0] + 93 + 13 * row + marks for row, marks in enumerate((3, 0, 2, 6))),
        *(SLOT[0] + 145 + 1, SLOT[0] + 152 + 6),
        SLOT[1],
        *(SLOT[1] + 1 + cell for cell in (9, 14, 22, 23, 24, 25, 26, 32)),
        *(SLOT[1] + 45 + 12 * row + cell for row, cell in enumerate((10, 4, 11, 0))),
        *(SLOT[1] + 93 + 13 * row + marks for row, marks in enumerate((1, 1, 7, 0))),
        *(SLOT[1] + 145 + 2, SLOT[1] + 152 + 8),
    }
    assert ones(code) == expected
    others = {228: 4 / 12, 229: 1 / 12, 240: 0.05, SLOT[0] + 150: 0.25}
    others |= {SLOT[1] + 150: 0.2, SLOT[1] + 151: 0.05}
    assert {int(i) for i in np.flatnonzero(code)} == expected | set(others)
    for i, number in others.items():
        assert code[i] == np.float32(number)


def test_the_colour_step_and_who_marked(engine: str) -> None:
    state = play(at(engine, [EMPTY, EMPTY], ROLL), WHITE_RED, PASS)
    code = state.view(0).encode("v2")
    assert ones(code[60:76]) == {2, 5, 10, 15}
    legal = {*state.legal()}
    assert ones(code[:13]) == legal
    skips = code[96:228].reshape(12, 11)
    # Red's 4 is behind its 8; red's 6 too. Yellow 9 and 11, green 5 and 7, blue 7 and 9.
    assert {a + 1: int(row.argmax()) for a, row in enumerate(skips) if row.any()} == {
        7: 7,
        8: 9,
        9: 7,
        10: 5,
        11: 5,
        12: 3,
    }
    other = state.view(1).encode("v2")
    assert not other[:13].any()
    assert not other[96:240].any()
    assert ones(other[60:76]) == {2, 6, 11, 15}


def test_an_own_decision_is_pending_and_others_do_not_see_it(engine: str) -> None:
    before = at(engine, [EMPTY, EMPTY, EMPTY], ROLL)
    state = play(before.copy(), WHITE_BLUE)
    assert ones(state.view(0).encode("v2")[76:81]) == {4}
    passed = play(before.copy(), PASS)
    assert ones(passed.view(0).encode("v2")[76:81]) == {0}
    for seat in (1, 2):
        assert (state.view(seat).encode("v2") == passed.view(seat).encode("v2")).all()


def test_a_lock_of_this_turn_shows_before_the_row_is_closed(engine: str) -> None:
    state = at(engine, [[FIVE, 0, 0, 0], [FIVE, 0, 0, 0]], "W6 W6 R1 Y1 G1 B1", "sequential")
    play(state, WHITE_RED)
    own, other = state.view(0).encode("v2"), state.view(1).encode("v2")
    assert ones(own[81:89]) == ones(other[81:89]) == {4}
    assert own[SLOT[0] + 45 + 11] == 1
    assert other[SLOT[0] + 45 + 5] == 1
    assert own[95] == 1


def test_a_lock_adds_two_marks(engine: str) -> None:
    state = at(engine, [[FIVE, 0, 0, 0]], "W6 W6 R1 Y1 G1 B1")
    code = state.view(0).encode("v2")
    assert code[228] == np.float32((6 + 7) / 12)
    assert not code[240:254].any()  # solo: nobody to lead


@pytest.mark.parametrize(
    ("margin", "place"),
    [(-78, 0), (-28, 2), (-3, 5), (0, 6), (1, 7), (6, 8), (10, 9), (28, 10), (36, 11), (55, 12)],
)
def test_classes_of_margins(engine: str, margin: int, place: int) -> None:
    marks = {78: 12, 55: 10, 36: 8, 28: 7, 10: 4, 6: 3, 3: 2, 1: 1, 0: 0}[abs(margin)]
    ahead = [(1 << min(marks, 11)) - 1, 0, 0, 0]  # the eleventh cell is the lock, the twelfth mark
    state = at(engine, [ahead, EMPTY] if margin > 0 else [EMPTY, ahead])
    code = state.view(0).encode("v2")
    assert ones(code[241:254]) == ones(code[SLOT[1] + 152 : SLOT[1] + 165]) == {place}
    assert code[240] == code[SLOT[1] + 151] == np.float32(margin / 100)


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
@pytest.mark.parametrize("players", [1, 2, 5])
def test_positions_with_different_legal_actions_never_look_alike(players: int, order: str) -> None:
    game = kibitz.game("qwixx", players=players, order=order)
    rng = random.Random(players)
    seen: dict[bytes, list[int]] = {}
    for seed in range(4):
        state = game.new(seed)
        while not state.done:
            code = state.view(state.player).encode("v2")
            assert code[240] >= -1
            assert code[SLOT[0] : SLOT[0] + 165].sum() > 0
            assert not code[254 + 165 * players :].any()
            assert seen.setdefault(code.tobytes(), state.legal()) == state.legal()
            state.apply(choose(state, rng))
