"""Qwixx's network: the same bits on both engines, and exact where a game is over."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import BadModel, Malformed
from kibitz.nets import qwixx_value, weights
from kibitz.nets.qwixx_inputs import INPUTS, TABLE, Between, inputs
from kibitz.nets.qwixx_value import gaussian, plain_outputs
from tests.nets.between import some_positions

EMPTY = (0, 0, 0, 0)
NONE_CLOSED = (False,) * 4


@pytest.mark.native_smoke
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_twins_give_the_same_bits(players: int) -> None:
    net = qwixx_value.load()
    rows = np.array([inputs(p) for p in some_positions(100, players)], np.int16)
    assert rows.shape == (100, players, INPUTS)
    assert rows.min() >= 0
    assert rows.max() < TABLE
    assert net.native is not None
    fast = net.native.qwixx_value_outputs(net.key, rows)
    assert (plain_outputs(net.tensors, rows) == fast).all()


def test_an_end_is_exact() -> None:
    net = qwixx_value.load()
    ahead = Between(((7, 0, 0, 0), EMPTY), (0, 4), NONE_CLOSED, True)
    behind = Between((EMPTY, (7, 0, 0, 0)), (4, 0), NONE_CLOSED, False)
    even = Between(((1, 0, 0, 0), (0, 1, 0, 0)), (0, 0), (True, True, False, False), True)
    assert net.chances([ahead, behind, even]) == [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]
    assert net.estimate([ahead])[0].means == [6.0, -20.0]
    alone = Between(((7, 0, 0, 0),), (4,), NONE_CLOSED, False)
    assert net.points([alone]) == [-14.0]
    assert net.chances([]) == []


def test_chances_sum_to_one_and_the_gaussian_rule_agrees_about_who_is_ahead() -> None:
    net = qwixx_value.load()
    for players in (2, 4):
        positions = some_positions(50, players)
        for position, answer in zip(positions, net.estimate(positions), strict=True):
            assert sum(answer.chances) == pytest.approx(1.0)
            assert min(answer.sigmas) > 0
            [by_scores] = net.chances([position], "gaussian")
            assert by_scores.index(max(by_scores)) == answer.means.index(max(answer.means))
    even = [[0.0, 3.0, 0.0], [0.0, 3.0, 0.0]]
    assert gaussian(even) == [0.5, 0.5]


def test_a_file_that_changes_is_read_anew(tmp_path: Path) -> None:
    """A long process must not play by weights that its spec's hash no longer covers."""
    file = tmp_path / "mine.safetensors"
    tensors = {name: np.zeros(shape, np.float32) for name, shape in qwixx_value.SHAPES.items()}
    weights.write(file, tensors, {})
    first = qwixx_value.load(file)
    assert qwixx_value.load(file) is first
    tensors["out_bias"] += np.float32(1)
    weights.write(file, tensors, {})
    assert qwixx_value.load(file).key == weights.key_of(tensors) != first.key


def test_numbers_whose_sums_could_overflow_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "huge.safetensors"
    tensors = {name: np.zeros(shape, np.float32) for name, shape in qwixx_value.SHAPES.items()}
    tensors["own"][3, 4] = -1e30
    weights.write(file, tensors, {})
    with pytest.raises(BadModel, match="own of the network has a weight beyond"):
        qwixx_value.load(file)


@pytest.mark.parametrize("sequential", [True, False])
def test_it_knows_who_is_ahead(sequential: bool) -> None:
    """Not what it says, but the order of what it says."""
    net = qwixx_value.load()
    begin = Between((EMPTY, EMPTY), (0, 0), NONE_CLOSED, sequential)
    ahead = Between(((31, 0, 0, 0), EMPTY), (0, 0), NONE_CLOSED, sequential)
    behind = Between((EMPTY, (31, 0, 0, 0)), (0, 0), NONE_CLOSED, sequential)
    struck = Between((EMPTY, EMPTY), (2, 0), NONE_CLOSED, sequential)
    first, up, down, hit = (chances[0] for chances in net.chances([begin, ahead, behind, struck]))
    assert 0.5 < first < 0.56  # to roll first is worth a little
    assert down < hit < first < up


def test_more_rivals_leave_less_to_win() -> None:
    net = qwixx_value.load()
    for players in (3, 4, 5):
        begin = Between((EMPTY,) * players, (0,) * players, NONE_CLOSED, False)
        [chances] = net.chances([begin])
        assert all(abs(chance - 1 / players) < 0.08 for chance in chances)
        assert chances == sorted(chances, reverse=True)  # to roll earlier is worth a little


@pytest.mark.native_smoke
@pytest.mark.parametrize("row", [[-1] * INPUTS, [TABLE] * INPUTS])
def test_inputs_that_are_none_are_refused(row: list[int]) -> None:
    net = qwixx_value.load()
    assert net.native is not None
    with pytest.raises(Malformed, match="an input out of range"):
        net.native.qwixx_value_outputs(net.key, np.array([[row]], np.int16))
    with pytest.raises(Malformed, match="no number of players"):
        net.native.qwixx_value_outputs(net.key, np.zeros((1, 6, INPUTS), np.int16))


@pytest.mark.native_smoke
def test_numbers_that_are_no_network_are_refused() -> None:
    module = qwixx_value.load().native
    assert module is not None
    with pytest.raises(Malformed, match="a network of another size"):
        module.qwixx_value_keep(1, np.zeros(7, np.float32))
    bad = np.full(module.qwixx_value_numbers, np.nan, np.float32)
    with pytest.raises(Malformed, match="NaN or infinite"):
        module.qwixx_value_keep(1, bad)
    with pytest.raises(Malformed, match="was not loaded"):
        module.qwixx_value_outputs(1, np.zeros((1, 1, INPUTS), np.int16))
