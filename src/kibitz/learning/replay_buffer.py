"""A replay buffer: the last rows of any columns, drawn uniformly or by priority.

    buffer = ReplayBuffer(100_000, {"observation": ((108,), np.float32), "action": ((), np.int64)})
    buffer.add({"observation": x, "action": a})            # arrays of equally many rows
    drawn = buffer.sample(1024, rng)
    drawn["observation"], drawn.rows, drawn.weights
    buffer.update(drawn.rows, errors)                       # with priorities only

With `alpha` above 0, row i is drawn with probability p_i^alpha / sum (Schaul et al., arXiv
1511.05952), and `weights` are (n P(i))^-beta divided by their maximum, which undo the bias. New
rows get the highest priority so far. Sums of priorities are a binary tree in one array: leaves in
the second half, node k the sum of nodes 2k and 2k + 1, so a batch is drawn or updated level by
level without a loop over rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption
from kibitz.core.options import whole_number

ROWS_MAX = 1 << 26
PRIORITY_MIN = 1e-3  # no row becomes unreachable

Columns = Mapping[str, tuple[tuple[int, ...], Any]]  # shape of a row and its dtype
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Drawn:
    """Rows drawn from a buffer."""

    rows: NDArray[np.int64]  # their places
    weights: NDArray[np.float32]  # importance weights; 1 without priorities
    columns: dict[str, NDArray[Any]]

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]


class ReplayBuffer:
    """The last `capacity` rows.

    >>> buffer = ReplayBuffer(4, {"x": ((), np.int64)})
    >>> buffer.add({"x": np.arange(6)})
    >>> sorted(buffer.columns["x"].tolist()), len(buffer)
    ([2, 3, 4, 5], 4)
    """

    def __init__(self, capacity: int, columns: Columns, alpha: float = 0.0) -> None:
        self.capacity = whole_number("capacity", capacity, 1, ROWS_MAX)
        if not 0 <= alpha <= 1:
            raise BadOption(f"alpha must be a number from 0 to 1, not {alpha!r}")
        if not columns:
            raise BadOption("a replay buffer needs at least one column")
        self.alpha = alpha
        self.columns = {
            name: np.zeros((self.capacity, *shape), dtype)
            for name, (shape, dtype) in columns.items()
        }
        self.size = 0
        self.next = 0  # the place of the next row
        self._tree = _SumTree(self.capacity) if alpha else None
        self._highest = 1.0

    def __len__(self) -> int:
        return self.size

    def add(self, rows: Arrays) -> None:
        """Append rows; the oldest make room."""
        if set(rows) != set(self.columns):
            raise BadOption(f"rows must have the columns {', '.join(self.columns)}")
        lengths = {len(array) for array in rows.values()}
        if len(lengths) != 1:
            raise BadOption("all columns must have equally many rows")
        count = lengths.pop()
        kept = min(count, self.capacity)
        places = (self.next + count - kept + np.arange(kept)) % self.capacity
        for name, array in rows.items():
            self.columns[name][places] = array[count - kept :]
        self.next = (self.next + count) % self.capacity
        self.size = min(self.capacity, self.size + count)
        if self._tree is not None:
            self._tree.set(places, np.full(kept, self._highest**self.alpha))

    def sample(self, count: int, rng: np.random.Generator, beta: float = 1.0) -> Drawn:
        """Draw rows with replacement; `beta` is the exponent of the importance weights."""
        if not self.size:
            raise BadOption("the replay buffer is empty")
        if self._tree is None:
            rows = rng.integers(self.size, size=count)
            weights = np.ones(count, np.float32)
        else:
            # One draw from each of `count` equal parts of the total.
            at = (np.arange(count) + rng.random(count)) / count * self._tree.total
            rows = np.minimum(self._tree.find(at), self.size - 1)
            shares = self._tree.get(rows) / self._tree.total
            raw = (self.size * shares) ** -beta
            weights = (raw / raw.max()).astype(np.float32)
        return Drawn(rows, weights, {name: c[rows] for name, c in self.columns.items()})

    def update(self, rows: NDArray[np.int64], errors: NDArray[Any]) -> None:
        """Set the priorities of rows to their absolute errors; without priorities, do nothing."""
        if self._tree is None:
            return
        priorities = np.abs(np.asarray(errors, np.float64)) + PRIORITY_MIN
        self._highest = max(self._highest, float(priorities.max(initial=0.0)))
        self._tree.set(rows, priorities**self.alpha)


class _SumTree:
    """Sums of non-negative numbers, for finding the leaf at a point of the total."""

    def __init__(self, leaves: int) -> None:
        self.levels = max(1, (leaves - 1).bit_length())
        self.first = 1 << self.levels  # the node of leaf 0
        self.nodes = np.zeros(2 * self.first)

    @property
    def total(self) -> float:
        return float(self.nodes[1])

    def get(self, leaves: NDArray[np.int64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.nodes[self.first + leaves]
        return found

    def set(self, leaves: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        nodes = self.first + leaves
        self.nodes[nodes] = values
        for _ in range(self.levels):
            nodes = np.unique(nodes >> 1)
            self.nodes[nodes] = self.nodes[2 * nodes] + self.nodes[2 * nodes + 1]

    def find(self, at: NDArray[np.float64]) -> NDArray[np.int64]:
        left, nodes = at.copy(), np.ones(len(at), np.int64)
        for _ in range(self.levels):
            nodes = 2 * nodes
            right = left >= self.nodes[nodes]
            # Rounding must not lead to an empty subtree.
            right &= self.nodes[nodes + 1] > 0
            left -= np.where(right, self.nodes[nodes], 0.0)
            nodes += right
        return nodes - self.first
