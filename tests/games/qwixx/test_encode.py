"""The 25 features of Qwixx, against numbers worked out by hand."""

import random

import numpy as np
import pytest

import kibitz
from kibitz.errors import NoSuchEncoding
from tests.games.qwixx.habits import choose
from tests.games.qwixx.sheets import EMPTY, FIVE, LOCKED, WHITE_RED, at, play


def test_the_25_features_by_hand(engine: str) -> None:
    state = at(
        engine,
        [[0b1011, 0, 0b11, 0b111111], [1 << 9, 1 << 3, LOCKED, 0]],
        strikes=[1, 2],
    )
    expected = [
        *(0.4, 0, 1, 0.6),  # the frontiers are 6, 2, closed and 6
        *(3 / 11, 0, 2 / 11, 6 / 11),
        *(0, 0, 1, 0),
        *(5 / 6 * 4 / 11, 1 / 6 * 1 / 11, 0, 5 / 6 * 7 / 11),
        1 / 3,
        1 / 40,  # 4 in red
        1 / 4,
        0.05,  # (6 + 3 + 21 - 5) - (1 + 1 + 28 - 10)
        2 / 3,
        1,
        (1 + 0.4 + 1 + 0) / 4,  # of seat 1
        # 2 to 6 go to blue with 6 marks (15 of 36), 7 to 11 to red with 3 (20), 12 nowhere.
        (15 * 7 + 20 * 4) / 36 / 11,
        1 / 8,  # blue of seat 0; green is closed
    ]
    code = state.view(0).encode()
    assert code.dtype == np.float32
    assert code == pytest.approx(np.array(expected), abs=1e-6)
    assert (state.view(0).encode(1) == code).all()
    with pytest.raises(NoSuchEncoding):
        state.view(0).encode(3)


def test_features_of_an_empty_sheet(engine: str) -> None:
    code = kibitz.game("qwixx", engine=engine, players=5).new(1).view(3).encode()
    # 2 and 12 can open two rows each, the others any: every number can be marked.
    assert code[12:16] == pytest.approx([1 / 66] * 4)
    assert code[18] == 1
    assert code[23] == pytest.approx(1 / 11)
    assert not code[[*range(12), 16, 17, *range(19, 23), 24]].any()


def test_solo_has_no_lead(engine: str) -> None:
    code = at(engine, [[FIVE, 0, 0, 0]]).view(0).encode()
    assert (code[18], code[19]) == (0, 0)
    assert code[24] == pytest.approx(1 / 8)


def test_the_lead_is_clamped_and_a_full_row_has_twelve_marks(engine: str) -> None:
    full = (1 << 11) - 1
    state = at(engine, [[full, full >> 1, 0, 0], EMPTY])
    assert state.view(0).encode()[19] == 1
    assert state.view(1).encode()[19] == -1
    assert state.view(0).encode()[4] == pytest.approx(12 / 11)


def test_a_row_locked_this_turn_is_closed_for_who_locked_it(engine: str) -> None:
    state = at(engine, [[FIVE, 0, 0, 0], [FIVE, 0, 0, 0]], "W6 W6 R1 Y1 G1 B1", "sequential")
    play(state, WHITE_RED)
    own, other = state.view(0).encode(), state.view(1).encode()
    assert (own[0], own[8], own[12]) == (1, 1, 0)
    assert (other[0], other[8]) == (0.5, 0)
    assert own[21] == other[21] == 1
    assert own[24] == other[24] == pytest.approx(1 / 8)


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_native_encoder_writes_the_same_bits(players: int, order: str) -> None:
    envs = kibitz.vector("qwixx", 4, seed=8, engine="native", players=players, order=order)
    game = kibitz.game("qwixx", engine="python", players=players, order=order)
    rng = random.Random(players)
    states = [game.new(int(seed)) for seed in envs.seed]
    for _ in range(300):
        actions = []
        for e, state in enumerate(states):
            code = state.view(state.player).encode()
            assert envs.observation[e].tobytes() == code.tobytes()
            actions.append(choose(state, rng))
            state.apply(actions[-1])
        envs.step(actions)
        states = [s if not s.done else game.new(int(envs.seed[e])) for e, s in enumerate(states)]
