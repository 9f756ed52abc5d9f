"""Decision trees: they find the rule behind the data, best split first, and say so in words."""

import numpy as np
import pytest

from kibitz.core.errors import BadOption
from kibitz.learning.decision_tree import ROWS_MIN, grow

RNG = np.random.default_rng(5)
X = RNG.integers(0, 10, size=(4000, 3))


def rule(x: np.ndarray) -> np.ndarray:
    """Two questions: is the second feature above 6; if not, is the first above 3?"""
    return np.where(x[:, 1] > 6, 2, np.where(x[:, 0] > 3, 1, 0))


def test_it_finds_the_rule() -> None:
    tree = grow(X, rule(X), 3, leaves=10)
    assert tree.leaves == 3, "nothing is left to ask"
    new = RNG.integers(0, 10, size=(1000, 3))
    assert (tree.predict(new) == rule(new)).all()
    text = tree.text(["aces", "trumps", "noise"], ["pass", "bid", "jump"])
    assert "trumps <= 6" in text
    assert "aces > 3" in text
    assert "noise" not in text
    assert "bid  (100% of" in text


def test_a_tree_with_fewer_leaves_is_its_beginning() -> None:
    noisy = np.where(RNG.random(len(X)) < 0.2, RNG.integers(0, 3, len(X)), rule(X))
    tree = grow(X, noisy, 3, leaves=20)
    for leaves in (1, 2, 3, 7, 20):
        smaller = grow(X, noisy, 3, leaves)
        assert smaller.leaves == leaves
        assert (tree.first(leaves).predict(X) == smaller.predict(X)).all()
    agreement = [(tree.first(n).predict(X) == noisy).mean() for n in (1, 2, 3, 20)]
    assert agreement == sorted(agreement)
    assert (tree.first(3).predict(X) == rule(X)).all(), "the noise comes last"


def test_leaves_keep_enough_rows() -> None:
    noise = RNG.integers(0, 2, len(X))
    tree = grow(X, noise, 2, leaves=1000)
    sizes = [int(node.counts.sum()) for node in tree.nodes if node.feature < 0]
    assert min(sizes) >= ROWS_MIN
    assert sum(sizes) == len(X)
    assert np.bincount(tree.leaf_of(X))[np.unique(tree.leaf_of(X))].tolist() == [
        int(tree.nodes[i].counts.sum()) for i in np.unique(tree.leaf_of(X))
    ]


def test_what_it_refuses() -> None:
    with pytest.raises(BadOption, match="leaves must be 1"):
        grow(X, rule(X), 3, 0)
    with pytest.raises(BadOption, match="whole numbers from 0"):
        grow(X - 1, rule(X), 3, 5)
