"""Qwixx's network: the same bits on both engines, and exact where a game is over."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import BadModel, Malformed
from kibitz.nets import qwixx_value, weights
from kibitz.nets.qwixx_value import INPUTS, TABLE, Between, inputs, plain_logits

EMPTY = (0, 0, 0, 0)
NONE_CLOSED = (False,) * 4


def some_positions(count: int) -> list[Between]:
    rng = random.Random(1)
    found: list[Between] = []
    while len(found) < count:
        sheets = tuple(tuple(rng.getrandbits(11) & ~(1 << 10) for _ in range(4)) for _ in range(2))
        closed = tuple(rng.random() < 0.1 for _ in range(4))
        # Where a row is closed the first has locked it.
        mine = tuple(row | shut << 10 for row, shut in zip(sheets[0], closed, strict=True))
        sheets = (mine, sheets[1])
        position = Between(sheets, (rng.randrange(4), rng.randrange(4)), closed)
        if not position.over:
            found.append(position)
    return found


@pytest.mark.native_smoke
def test_the_twins_give_the_same_bits() -> None:
    net = qwixx_value.load()
    rows = [inputs(position) for position in some_positions(300)]
    assert all(0 <= row < TABLE for each in rows for row in each)
    assert {len(each) for each in rows} == {INPUTS}
    plain = plain_logits(net.tensors, np.array(rows, np.int16))
    assert net.native is not None
    fast = net.native.qwixx_value_logits(net.key, np.array(rows, np.int16))
    assert [float(x) for x in plain] == list(fast)


def test_an_end_is_exact() -> None:
    net = qwixx_value.load()
    ahead = Between(((7, 0, 0, 0), EMPTY), (0, 4), NONE_CLOSED)
    behind = Between((EMPTY, (7, 0, 0, 0)), (4, 0), NONE_CLOSED)
    even = Between(((1, 0, 0, 0), (0, 1, 0, 0)), (0, 0), (True, True, False, False))
    assert net.values([ahead, behind, even]) == [1.0, 0.0, 0.5]
    assert net.values([]) == []


def test_any_log_odds_are_a_chance() -> None:
    assert qwixx_value.chance(-1e30) == qwixx_value.chance(-math.inf) == 0.0
    assert qwixx_value.chance(1e30) == 1.0
    assert qwixx_value.chance(0.0) == 0.5


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
    tensors["hidden"][3, 4] = -1e30
    weights.write(file, tensors, {})
    with pytest.raises(BadModel, match="hidden of the network has a weight beyond"):
        qwixx_value.load(file)


def test_it_knows_who_is_ahead() -> None:
    """Not what it says, but the order of what it says."""
    net = qwixx_value.load()
    begin = Between((EMPTY, EMPTY), (0, 0), NONE_CLOSED)
    ahead = Between(((31, 0, 0, 0), EMPTY), (0, 0), NONE_CLOSED)
    behind = Between((EMPTY, (31, 0, 0, 0)), (0, 0), NONE_CLOSED)
    struck = Between((EMPTY, EMPTY), (2, 0), NONE_CLOSED)
    first, up, down, hit = net.values([begin, ahead, behind, struck])
    assert 0.5 < first < 0.56  # to roll first is worth a little
    assert down < hit < first < up


@pytest.mark.native_smoke
@pytest.mark.parametrize("row", [[-1] * INPUTS, [TABLE] * INPUTS])
def test_inputs_that_are_none_are_refused(row: list[int]) -> None:
    net = qwixx_value.load()
    assert net.native is not None
    with pytest.raises(Malformed, match="an input out of range"):
        net.native.qwixx_value_logits(net.key, np.array([row], np.int16))


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
        module.qwixx_value_logits(1, np.zeros((1, INPUTS), np.int16))
