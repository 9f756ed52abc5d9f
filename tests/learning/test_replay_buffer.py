"""The replay buffer: what it keeps, and how often it draws what."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.errors import BadOption
from kibitz.learning.replay_buffer import ReplayBuffer


def filled(capacity: int, count: int, alpha: float = 0.0) -> ReplayBuffer:
    buffer = ReplayBuffer(
        capacity, {"x": ((), np.int64), "grid": ((2, 3), np.float32)}, alpha=alpha
    )
    for first in range(0, count, 7):
        x = np.arange(first, min(count, first + 7))
        buffer.add({"x": x, "grid": np.ones((len(x), 2, 3), np.float32) * x[:, None, None]})
    return buffer


@pytest.mark.parametrize("count", [3, 10, 11, 64])
@pytest.mark.parametrize("alpha", [0.0, 0.6])
def test_it_keeps_the_last_rows_of_every_shape(count: int, alpha: float) -> None:
    buffer = filled(10, count, alpha)
    kept = range(max(0, count - 10), count)
    assert len(buffer) == len(kept)
    drawn = buffer.sample(500, np.random.default_rng(1))
    assert set(drawn["x"].tolist()) == set(kept)
    assert (drawn["grid"] == drawn["x"][:, None, None]).all()
    assert (drawn["x"] == buffer.columns["x"][drawn.rows]).all()


def test_more_rows_at_once_than_it_holds() -> None:
    buffer = ReplayBuffer(4, {"x": ((), np.int64)}, alpha=1.0)
    buffer.add({"x": np.arange(3)})
    buffer.add({"x": np.arange(100, 111)})
    assert sorted(buffer.columns["x"].tolist()) == [107, 108, 109, 110]


def test_uniform_rows_have_weight_one() -> None:
    drawn = filled(100, 100).sample(20_000, np.random.default_rng(1))
    counts = np.bincount(drawn["x"], minlength=100)
    assert counts.min() > 130
    assert counts.max() < 270
    assert (drawn.weights == 1).all()


@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_priorities_decide_how_often_a_row_is_drawn(alpha: float) -> None:
    buffer = filled(8, 8, alpha)
    errors = np.array([1.0, -2.0, 4.0, 8.0, 0.0, 1.0, 1.0, 3.0])
    buffer.update(np.arange(8), errors)
    drawn = buffer.sample(40_000, np.random.default_rng(1))
    wanted = (np.abs(errors) + 1e-3) ** alpha
    wanted /= wanted.sum()
    found = np.bincount(drawn.rows, minlength=8) / 40_000
    assert found == pytest.approx(wanted, abs=0.01)
    # The weights undo the bias: every row counts the same in a weighted mean.
    total = np.bincount(drawn.rows, drawn.weights, minlength=8)
    assert total[:4] == pytest.approx(total[:4].mean(), rel=0.02)


def test_new_rows_come_up_soon() -> None:
    buffer = filled(1000, 900, alpha=1.0)
    buffer.update(np.arange(900), np.full(900, 0.01))
    buffer.add({"x": np.array([5000]), "grid": np.zeros((1, 2, 3), np.float32)})
    assert 5000 in buffer.sample(200, np.random.default_rng(1))["x"]


def test_refusals() -> None:
    with pytest.raises(BadOption, match="empty"):
        filled(4, 0).sample(1, np.random.default_rng(1))
    with pytest.raises(BadOption, match="columns x, grid"):
        filled(4, 1).add({"x": np.arange(3)})
    with pytest.raises(BadOption, match="equally many"):
        filled(4, 1).add({"x": np.arange(3), "grid": np.zeros((2, 2, 3))})
    with pytest.raises(BadOption, match="alpha"):
        ReplayBuffer(4, {"x": ((), np.int64)}, alpha=2.0)
    with pytest.raises(BadOption, match="column"):
        ReplayBuffer(4, {})
