"""Uniform assignment of hidden cards to places, under what play has proved.

Given cards, places with so many cards each, and for each card the places where it cannot be, draw
one assignment so that every possible one is equally likely. Cards that may go to the same places
form a group; the number of ways to fill the rest after each split of a group is counted exactly,
group by group, and a split is drawn in proportion. No rejection, no bias, however tight the
constraints are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb

from kibitz.core.rng import Stream


class NoAssignment(Exception):
    """No assignment fits: the constraints contradict each other, which is a fault of the caller."""


def assign(
    cards: Sequence[int], sizes: Sequence[int], excluded: Sequence[int], rng: Stream
) -> list[list[int]]:
    """One uniform assignment: the cards of each place, ascending.

    `sizes[p]` cards go to place p, all of them together `len(cards)`; bit c of `excluded[p]` is set
    where card c cannot be in place p.
    """
    assert sum(sizes) == len(cards), "as many places as cards"
    groups = _groups(cards, sizes, excluded)
    count = _counter([(len(members), places) for members, places in groups])
    left = tuple(sizes)
    result: list[list[int]] = [[] for _ in sizes]
    for i, (members, places) in enumerate(groups):
        total = count(i, left)
        if total == 0:
            raise NoAssignment("the constraints on hidden cards contradict each other")
        pick = rng.below_exact(total)
        for split, ways in _splits(len(members), places, left):
            rest = _minus(left, places, split)
            pick -= ways * count(i + 1, rest)
            if pick < 0:
                break
        shuffled = list(members)
        rng.shuffle(shuffled)
        for place, k in zip(places, split, strict=True):
            result[place] += shuffled[:k]
            del shuffled[:k]
        left = rest
    return [sorted(place) for place in result]


def count_assignments(cards: Sequence[int], sizes: Sequence[int], excluded: Sequence[int]) -> int:
    """How many assignments there are."""
    groups = _groups(cards, sizes, excluded)
    return _counter([(len(members), places) for members, places in groups])(0, tuple(sizes))


Places = tuple[int, ...]


def _groups(
    cards: Sequence[int], sizes: Sequence[int], excluded: Sequence[int]
) -> list[tuple[list[int], Places]]:
    """Cards by the places that they may go to, the most constrained first."""
    groups: dict[Places, list[int]] = {}
    for card in cards:
        places = tuple(p for p in range(len(sizes)) if sizes[p] and not excluded[p] >> card & 1)
        groups.setdefault(places, []).append(card)
    return sorted(((m, p) for p, m in groups.items()), key=lambda group: (len(group[1]), group[1]))


def _counter(groups: list[tuple[int, Places]]) -> Callable[[int, Places], int]:
    """count(i, left): the ways to place groups i.. into the room that is left."""

    @cache
    def count(i: int, left: tuple[int, ...]) -> int:
        if i == len(groups):
            return 1
        size, places = groups[i]
        return sum(
            ways * count(i + 1, _minus(left, places, split))
            for split, ways in _splits(size, places, left)
        )

    return count


def _splits(n: int, places: Places, left: tuple[int, ...]) -> Iterator[tuple[Places, int]]:
    """All ways to split n distinct cards over places with room, each with its number of choices."""
    if not places:
        if n == 0:
            yield (), 1
        return
    first, others = places[0], places[1:]
    room = sum(left[p] for p in others)
    for k in range(max(0, n - room), min(n, left[first]) + 1):
        for split, ways in _splits(n - k, others, left):
            yield (k, *split), comb(n, k) * ways


def _minus(left: tuple[int, ...], places: Places, split: Places) -> tuple[int, ...]:
    rest = list(left)
    for place, k in zip(places, split, strict=True):
        rest[place] -= k
    return tuple(rest)
