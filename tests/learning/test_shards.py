"""Shards: the mean over them is the mean over the rows, on any number of threads."""

from __future__ import annotations

import threading

import numpy as np
import pytest
import torch

from kibitz.learning import shards
from kibitz.learning.shards import Part, Shards
from kibitz.learning.sparse import Sparse


def test_the_mean_is_that_of_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "ROWS", 4)
    rows, values = torch.arange(10), torch.linspace(-1, 2, 10)
    sizes = []

    def work(piece: torch.Tensor) -> Part:
        sizes.append(len(piece))
        mean = values[piece].mean()
        return Part(np.array([float(mean)]), [mean, 2 * mean], [3 * mean])

    for threads in (1, 3):
        pool = Shards(threads)
        found = pool.mean(work, rows)
        pool.close()
        assert float(found.figures[0]) == pytest.approx(0.5)
        assert [float(x) for x in found.gradient] == pytest.approx([0.5, 1.0])
        assert [float(x) for x in found.critic] == pytest.approx([1.5])
    assert sorted(sizes) == [3, 3, 3, 3, 4, 4]


def test_shards_run_at_the_same_time_and_errors_come_back() -> None:
    together = threading.Barrier(2)
    pool = Shards(2)
    # Each waits for the other: on one thread this would time out.
    assert pool.map(lambda _: together.wait(20) >= 0, [1, 2]) == [True, True]
    with pytest.raises(ZeroDivisionError):
        pool.map(lambda x: 1 / x, [1, 0])
    pool.close()


def test_rows_compressed_in_parts_are_those_of_the_whole() -> None:
    rng = np.random.default_rng(2)
    x = (rng.normal(size=(11, 40)) * (rng.random((11, 40)) < 0.2)).astype(np.float32)
    x[3:6] = 0
    weight, bias = rng.normal(size=(40, 16)).astype(np.float32), np.zeros(16, np.float32)
    pool = Shards(3)
    found = []
    for given in (None, pool):
        y = np.zeros((11, 16), np.float32)
        Sparse.of(x, 16, given).rows.forward(np.arange(11), weight, bias, y)
        found.append(y)
    pool.close()
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_allclose(found[0], x @ weight, atol=1e-5)
