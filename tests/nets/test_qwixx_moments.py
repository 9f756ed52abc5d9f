"""Qwixx's published network: the same bits on both engines, and features as documented."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.arena import match, native
from kibitz.learning.qwixx_forms import FORMS
from kibitz.nets import qwixx_moments, qwixx_value, weights
from kibitz.nets.qwixx_inputs import Between, inputs
from kibitz.nets.qwixx_value import MOMENTS, QwixxValue
from tests.nets.between import some_positions


@pytest.fixture(scope="module")
def net() -> QwixxValue:
    return QwixxValue(FORMS["moments"].start(np.random.default_rng(3)))


@pytest.mark.native_smoke
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_twins_give_the_same_bits(net: QwixxValue, players: int) -> None:
    rows = np.array([inputs(p) for p in some_positions(60, players)], np.int16)
    assert net.native is not None
    fast = net.native.qwixx_value_outputs(net.key, rows)
    assert fast.shape == (60, players, 3)
    assert (fast[:, :, 0] == 0).all()
    assert (qwixx_moments.plain_outputs(net.tensors, rows) == fast).all()


def test_features() -> None:
    """Red: 2 to 4 marked; yellow: 2 to 6; green: locked by the other; blue: 10."""
    mine = (0b111, 0b11111, 0, 0b100)
    yours = (0, 0, 0b10000011111, 0b111111)
    position = Between((mine, yours), (1, 3), (False, False, True, False), False)
    found = qwixx_moments.features(np.array(inputs(position), np.int16))[0]
    red, yellow, green, blue = found[:16].reshape(4, 4)
    assert red == pytest.approx([3 / 11, 3 / 12, 0, 4 * 4 / 36])
    assert yellow == pytest.approx([5 / 11, 5 / 12, 0, 6 * 6 / 36])
    assert green == pytest.approx([1, 0, 1, 0])
    assert blue == pytest.approx([3 / 11, 1 / 12, 0, 4 * 2 / 36])
    lead = (6 + 15 + 1 - 5) - (7 * 8 // 2 + 21 - 15)
    others = [1 / 4, 2 / 10, 1 / 4, lead / 32, 3 / 4, 1 / 2, 6 / 11, (4 + 6 + 4) / 36, 1 / 4]
    assert found[16:] == pytest.approx(others)  # white sums awaited: 5, 7 and 9


def test_the_order_of_rows_does_not_change_what_is_common() -> None:
    rows = np.array([inputs(p) for p in some_positions(40, 3)], np.int16)
    plain = qwixx_moments.features(rows)
    for order in qwixx_moments.SYMMETRIES:
        turned = qwixx_moments.features(qwixx_moments.permuted(rows, order))
        assert (turned[..., 16:] == plain[..., 16:]).all()
        by_row = plain[..., :16].reshape(40, 3, 4, 4)
        assert (turned[..., :16].reshape(40, 3, 4, 4) == by_row[:, :, order]).all()
    assert len({tuple(order) for order in qwixx_moments.SYMMETRIES}) == 8


def test_it_is_ranked_by_scores_alone(net: QwixxValue) -> None:
    for position in some_positions(20, 3):
        assert net.chances([position]) == net.chances([position], "gaussian")


@pytest.mark.native_smoke
@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_a_file_plays_the_same_on_both_engines(net: QwixxValue, tmp_path: Path, order: str) -> None:
    file = tmp_path / "moments.safetensors"
    weights.write(file, net.tensors, {"about": MOMENTS})
    assert qwixx_value.load(file).key == net.key
    spec = bots.spec("qwixx", {"play": {"method": "value", "model": str(file)}})
    assert spec.native is not None
    game = kibitz.game("qwixx", players=2, order=order, engine="native")
    fast = native.play_many(game, [spec.native], [[0, 0]] * 2, range(2), keep=True)
    assert fast.actions is not None
    for seed in range(2):
        slow = match.play(game, [spec.bot(), spec.bot()], seed)
        assert fast.actions[seed] == slow.record["actions"]
