"""A small decision tree that people can read: which class, by yes-or-no questions about features.

    tree = grow(x, y, classes=5, leaves=12)
    tree.predict(x)                                  the class of each row
    tree.text(["trumps", "aces"], ["pass", "bid"])   the questions, indented

Features are whole numbers. The tree grows best first: the leaf whose best question removes most
Gini impurity is split next, until there are `leaves` of them. So `first(n)` is the tree that would
have been grown with n leaves, and one growth gives the whole curve of size against fidelity.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption

LEAVES_MAX = 10_000
VALUES_MAX = 1024  # of a feature
ROWS_MIN = 20  # of a leaf

Ints = NDArray[np.int64]


@dataclass
class Node:
    """A leaf, or a question: is the feature at most the threshold? Yes is the first child."""

    counts: Ints  # rows of each class
    feature: int = -1  # -1: a leaf
    threshold: int = 0
    children: tuple[int, int] = (-1, -1)

    @property
    def best(self) -> int:
        return int(self.counts.argmax())

    @property
    def share(self) -> float:
        """Of the rows here, how many have the best class."""
        return float(self.counts.max() / max(1, self.counts.sum()))


@dataclass
class Tree:
    """Nodes in the order in which they were made: the root first, children in pairs."""

    nodes: list[Node]
    splits: list[int] = field(default_factory=list)  # nodes, in the order of their splits

    @property
    def leaves(self) -> int:
        return len(self.splits) + 1

    def first(self, leaves: int) -> Tree:
        """The tree as it was with fewer leaves."""
        kept = self.splits[: max(0, leaves - 1)]
        nodes = [
            node if i in kept else Node(node.counts)
            for i, node in enumerate(self.nodes[: 1 + 2 * len(kept)])
        ]
        return Tree(nodes, kept)

    def leaf_of(self, x: Ints) -> Ints:
        """The number of the leaf that each row reaches."""
        place = np.zeros(len(x), np.int64)
        features = np.array([node.feature for node in self.nodes])
        thresholds = np.array([node.threshold for node in self.nodes])
        children = np.array([node.children for node in self.nodes])
        while True:
            inner = np.flatnonzero(features[place] >= 0)
            if not len(inner):
                return place
            here = place[inner]
            no = x[inner, features[here]] > thresholds[here]
            place[inner] = children[here, no.astype(np.int64)]

    def predict(self, x: Ints) -> Ints:
        best = np.array([node.best for node in self.nodes])
        found: Ints = best[self.leaf_of(x)]
        return found

    def text(self, features: Sequence[str], classes: Sequence[str]) -> str:
        """The tree as indented lines, with how many rows reach a leaf and how many agree there."""
        lines: list[str] = []

        def write(i: int, depth: int) -> None:
            node, indent = self.nodes[i], "  " * depth
            if node.feature < 0:
                rows = int(node.counts.sum())
                lines.append(f"{indent}{classes[node.best]}  ({node.share:.0%} of {rows:,})")
                return
            name = features[node.feature]
            lines.append(f"{indent}{name} <= {node.threshold}")
            write(node.children[0], depth + 1)
            lines.append(f"{indent}{name} > {node.threshold}")
            write(node.children[1], depth + 1)

        write(0, 0)
        return "\n".join(lines)


def grow(x: Ints, y: Ints, classes: int, leaves: int) -> Tree:
    """Grow a tree on rows of features `x` and their classes `y`."""
    if not 1 <= leaves <= LEAVES_MAX:
        raise BadOption(f"leaves must be 1 to {LEAVES_MAX:,}, not {leaves}")
    if x.min(initial=0) < 0 or x.max(initial=0) >= VALUES_MAX:
        raise BadOption(f"features must be whole numbers from 0 to {VALUES_MAX - 1}")
    tree = Tree([Node(np.bincount(y, minlength=classes))])
    rows: dict[int, Ints] = {0: np.arange(len(y))}
    waiting: list[tuple[float, int, int, int]] = []  # minus the gain, node, feature, threshold

    def offer(i: int) -> None:
        found = _question(x[rows[i]], y[rows[i]], classes)
        if found is not None:
            gain, feature, threshold = found
            heapq.heappush(waiting, (-gain, i, feature, threshold))

    offer(0)
    while waiting and tree.leaves < leaves:
        _, i, feature, threshold = heapq.heappop(waiting)
        yes = x[rows[i], feature] <= threshold
        parts = rows[i][yes], rows[i][~yes]
        node = tree.nodes[i]
        node.feature, node.threshold = feature, threshold
        node.children = len(tree.nodes), len(tree.nodes) + 1
        tree.splits.append(i)
        for child, part in zip(node.children, parts, strict=True):
            tree.nodes.append(Node(np.bincount(y[part], minlength=classes)))
            rows[child] = part
            offer(child)
        del rows[i]
    return tree


def _question(x: Ints, y: Ints, classes: int) -> tuple[float, int, int] | None:
    """The question that removes most impurity, as (gain, feature, threshold); None if none does."""
    total = np.bincount(y, minlength=classes)
    n = len(y)
    if n < 2 * ROWS_MIN or total.max() == n:
        return None
    best: tuple[float, int, int] | None = None
    for feature in range(x.shape[1]):
        values = x[:, feature]
        top = int(values.max())
        if top == values.min():
            continue
        table = np.bincount(values * classes + y, minlength=(top + 1) * classes)
        below = np.cumsum(table.reshape(top + 1, classes), axis=0)[:-1]  # at most this value
        above = total - below
        sizes, rest = below.sum(axis=1), above.sum(axis=1)
        fits = (sizes >= ROWS_MIN) & (rest >= ROWS_MIN)
        if not fits.any():
            continue
        # n times the Gini impurity of a set is its size less the sum of squared counts over it.
        kept = (below**2).sum(axis=1) / np.maximum(sizes, 1)
        kept += (above**2).sum(axis=1) / np.maximum(rest, 1)
        gains = np.where(fits, kept - (total**2).sum() / n, -1.0)
        at = int(gains.argmax())
        if gains[at] > 1e-9 and (best is None or gains[at] > best[0]):
            best = float(gains[at]), feature, at
    return best
