"""Where each hidden card is: weights for cards and places, and the worlds that follow from them.

A belief of this kind gives every hidden card a weight for every place, and a world the product of
its cards' weights. Because each place has a fixed number of slots, the cards are not independent;
the sums over all worlds run over cards and free slots instead (three places, so two counts):

    after[i][a][b]   total weight of all ways to place cards i.. with a of them in place 0, b in
                     place 1 and the rest in place 2

So worlds are drawn exactly, without rejection or importance weights, and so are the probabilities
of single cards. native/search/weighted_assign.hpp draws the same way.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.core.view import Unseen

Weights = NDArray[np.float64]  # [cards, places], at least 0

PLACES = 3


def within(weights: Weights, unseen: Unseen) -> Weights:
    """The weights with 0 where a place excludes a card, and a largest weight of 1 per card."""
    found = np.array(weights, np.float64)
    for i, card in enumerate(unseen.cards):
        for place, excluded in enumerate(unseen.excluded):
            if excluded >> card & 1:
                found[i, place] = 0.0
    top = found.max(axis=1, keepdims=True)
    return found / np.where(top > 0, top, 1.0)


def after(weights: Weights, sizes: Sequence[int]) -> list[NDArray[np.float64]]:
    """The sums over all ways to place the cards from each one on; see above."""
    a, b, _ = sizes
    last = np.zeros((a + 1, b + 1))
    last[0, 0] = 1.0
    found = [last]
    for row in weights[::-1]:
        found.append(_placed(row, found[-1]))
    return found[::-1]


def _placed(row: NDArray[np.float64], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sums with one more card."""
    more: NDArray[np.float64] = row[2] * sums
    more[1:] += row[0] * sums[:-1]
    more[:, 1:] += row[1] * sums[:, :-1]
    return more


def chances(weights: Weights, sizes: Sequence[int]) -> Weights:
    """The probability that each card is in each place.

    >>> chances(np.array([[1.0, 1.0, 1.0], [3.0, 1.0, 0.0], [1.0, 1.0, 1.0]]), (1, 1, 1))[1]
    array([0.75, 0.25, 0.  ])
    """
    a, b, _ = sizes
    later = after(weights, sizes)
    before = np.zeros((a + 1, b + 1))
    before[0, 0] = 1.0
    found = np.zeros(weights.shape)
    for i, row in enumerate(weights):
        # What is placed before leaves a - x and b - y of the room for what comes after.
        rest = later[i + 1][::-1, ::-1]
        found[i, 0] = row[0] * (before[:-1] * rest[1:]).sum()
        found[i, 1] = row[1] * (before[:, :-1] * rest[:, 1:]).sum()
        found[i, 2] = row[2] * (before * rest).sum()
        before = _placed(row, before)
    total: Weights = found / found.sum(axis=1, keepdims=True)
    return total


def draw(
    weights: Weights, sizes: Sequence[int], count: int, rng: np.random.Generator
) -> NDArray[np.int8]:
    """The place of each card in worlds drawn in proportion to the weights: [worlds, cards]."""
    later, places = after(weights, sizes), np.empty((count, len(weights)), np.int8)
    left = np.tile(np.array(sizes), (count, 1))
    for i, row in enumerate(weights):
        rest, (a, b, c) = later[i + 1], left.T
        first = np.where(a > 0, row[0] * rest[np.maximum(a - 1, 0), b], 0.0)
        second = np.where(b > 0, row[1] * rest[a, np.maximum(b - 1, 0)], 0.0)
        third = np.where(c > 0, row[2] * rest[a, b], 0.0)
        lot = rng.random(count) * (first + second + third)
        place = np.where(lot < first, 0, np.where(lot < first + second, 1, 2))
        # What rounding leaves goes to the last place with any weight.
        place = np.where((place == 2) & (third <= 0), np.where(second > 0, 1, 0), place)
        left[np.arange(count), place] -= 1
        places[:, i] = place
    return places


def hands_of(
    places: NDArray[np.int8], unseen: Unseen, known: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """The worlds of `draw` as a mask of cards for each seat; other seats have those of `known`."""
    masks = np.left_shift(np.uint64(1), np.array(unseen.cards, np.uint64))
    hands = np.tile(known, (len(places), 1))
    for place, seat in enumerate(unseen.seats):
        hands[:, seat] = ((places == place) * masks).sum(axis=1, dtype=np.uint64)
    return hands


def total(weights: Weights, sizes: Sequence[int]) -> float:
    """The weight of all worlds together.

    >>> total(np.ones((3, 3)), (1, 1, 1))
    6.0
    """
    a, b, _ = sizes
    return float(after(weights, sizes)[0][a, b])


def log_weights(weights: Weights, unseen: Unseen, hands: NDArray[np.uint64]) -> Weights:
    """The logarithm of each world's weight; worlds are rows of hands, a mask for each seat."""
    logs = np.log(np.maximum(weights, 1e-300))
    masks = np.left_shift(np.uint64(1), np.array(unseen.cards, dtype=np.uint64))
    held = (hands[:, list(unseen.seats)][:, None, :] & masks[None, :, None]) != 0
    total: Weights = np.where(held, logs[None], 0.0).sum(axis=(1, 2))
    return total
