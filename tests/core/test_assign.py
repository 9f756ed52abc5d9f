"""Hidden cards: every assignment equally often, contradictions named, and fast."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.assign import NoAssignment, _plan, assign, count_assignments
from kibitz.core.rng import Stream

Assignment = tuple[tuple[int, ...], ...]


def enumerate_all(cards: list[int], sizes: list[int], excluded: list[int]) -> Iterator[Assignment]:
    """All assignments, card by card: nothing in common with what is tested."""

    def place(i: int, filled: tuple[tuple[int, ...], ...]) -> Iterator[Assignment]:
        if i == len(cards):
            yield filled
            return
        for p, size in enumerate(sizes):
            if len(filled[p]) < size and not excluded[p] >> cards[i] & 1:
                yield from place(i + 1, (*filled[:p], (*filled[p], cards[i]), *filled[p + 1 :]))

    yield from place(0, tuple(() for _ in sizes))


def mask(*cards: int) -> int:
    return sum(1 << card for card in cards)


def suit(number: int) -> int:
    return 0x1FFF << 13 * number


# cards, sizes, excluded: each shape of constraint once.
CASES = {
    "free": ([1, 2, 3, 4, 5], [2, 1, 2], [0, 0, 0]),
    "one void": ([1, 2, 3, 20, 21], [2, 1, 2], [suit(0), 0, 0]),
    "two voids": ([1, 2, 20, 21, 30, 31], [2, 2, 2], [suit(0), suit(1), 0]),
    "the same void twice": ([1, 2, 20, 21, 30], [1, 2, 2], [suit(0), suit(0), 0]),
    "a chain of voids": ([1, 2, 20, 21, 30, 31], [2, 2, 2], [suit(0), suit(1), suit(2)]),
    "parts that do not touch": ([1, 2, 3, 20, 21, 22], [1, 2, 2, 1], [suit(1)] * 2 + [suit(0)] * 2),
    "a known owner": ([1, 2, 3, 4, 5, 6], [2, 1, 3], [0, 0, mask(1, 2)]),
    "two owners": (
        [1, 2, 3, 4, 5, 6, 7],
        [1, 2, 2, 2],
        [mask(3, 4), mask(3, 4), mask(1, 2), mask(1, 2)],
    ),
    "an empty place": ([1, 2, 20], [1, 0, 2], [suit(0), 0, 0]),
    "forced": ([1, 20], [1, 1], [suit(0), 0]),
    "nothing": ([], [0, 0], [0, 0]),
    "low ceilings": ([3, 5, 7, 9, 11], [2, 2, 1], [mask(7, 9, 11), mask(11), 0]),
}


@pytest.mark.parametrize(("cards", "sizes", "excluded"), CASES.values(), ids=CASES)
def test_uniform(cards: list[int], sizes: list[int], excluded: list[int]) -> None:
    possible = list(enumerate_all(cards, sizes, excluded))
    assert count_assignments(cards, sizes, excluded) == len(possible)
    rng = Stream(99)
    draws = 60 * len(possible)
    counts = Counter(tuple(map(tuple, assign(cards, sizes, excluded, rng))) for _ in range(draws))
    assert set(counts) == set(possible)
    chi2 = sum((counts[one] - 60) ** 2 / 60 for one in possible)
    freedom = len(possible) - 1
    # Mean + 4 standard deviations; the seed is fixed, so this never fails by chance.
    assert chi2 <= freedom + 4 * (2 * freedom) ** 0.5 + 4


@given(st.integers(0, 10**9))
def test_counts_of_any_constraints(seed: int) -> None:
    rng = random.Random(seed)
    sizes = [rng.randint(0, 3) for _ in range(rng.randint(1, 4))]
    cards = sorted(rng.sample(range(52), sum(sizes)))
    density = rng.choice([0.1, 0.3, 0.6])
    excluded = [mask(*(c for c in range(52) if rng.random() < density)) for _ in sizes]
    possible = set(enumerate_all(cards, sizes, excluded))
    assert count_assignments(cards, sizes, excluded) == len(possible)
    if possible:
        assert tuple(map(tuple, assign(cards, sizes, excluded, Stream(seed)))) in possible
    else:
        with pytest.raises(NoAssignment):
            assign(cards, sizes, excluded, Stream(seed))


def test_a_mask_may_be_a_complement() -> None:
    """All but hearts excluded, as a negative number."""
    cards = [1, 2, 30, 31]
    assert assign(cards, [2, 2], [~suit(2), 0], Stream(1)) == [[30, 31], [1, 2]]


CONTRADICTIONS = {
    "a card without a place": ([1, 20], [1, 1], [suit(0), suit(0)]),
    "too many for a place": ([1, 2, 20], [1, 2], [0, suit(0)]),
    "too few for a place": ([1, 2, 3], [2, 1], [suit(0), 0]),
    "a crossing": ([1, 2, 20, 30], [2, 1, 1], [suit(0), suit(0) | suit(1), 0]),
}


@pytest.mark.parametrize(
    ("cards", "sizes", "excluded"), CONTRADICTIONS.values(), ids=CONTRADICTIONS
)
def test_contradictions(cards: list[int], sizes: list[int], excluded: list[int]) -> None:
    assert not list(enumerate_all(cards, sizes, excluded))
    assert count_assignments(cards, sizes, excluded) == 0
    with pytest.raises(NoAssignment):
        assign(cards, sizes, excluded, Stream(1))


def test_sizes_must_fit_the_cards() -> None:
    with pytest.raises(AssertionError):
        assign([1, 2], [1], [0], Stream(1))


def test_counts_of_a_whole_deck() -> None:
    """Four hands of 13: 52! / 13!^4; with three voids still exact."""
    deck = list(range(52))
    assert count_assignments(deck, [13] * 4, [0] * 4) == factorial(52) // factorial(13) ** 4
    # Who is void in three suits has the fourth: all of it.
    voids = [suit(0) | suit(1) | suit(2), 0, 0, 0]
    assert count_assignments(deck, [13] * 4, voids) == factorial(39) // factorial(13) ** 3


# The middle of a round of Oh Hell with five players: 4 hidden hands and the stock.
WORST = {
    "hands of seven, four voids": ([c for c in range(52) if c % 13 < 7] + [7], [7, 7, 7, 7, 1]),
    "hands of five, a large stock": ([c for c in range(52) if c % 13 < 8], [5, 5, 5, 5, 12]),
}


@pytest.mark.parametrize(("cards", "sizes"), WORST.values(), ids=WORST)
def test_speed(cards: list[int], sizes: list[int]) -> None:
    """The first world of a view within 5 ms of CPU time, more of it within 2: the best of 30."""
    excluded = [suit(0), suit(1), suit(2), suit(3), 0]
    cold: list[float] = []
    warm: list[float] = []
    for seed in range(30):
        _plan.cache_clear()
        for times in (cold, warm):
            begin = time.process_time()
            assign(cards, sizes, excluded, Stream(seed))
            times.append(time.process_time() - begin)
    assert min(cold) < 0.005
    assert min(warm) < 0.002
