"""Random numbers: known words, exact bounds, and the same from the native engine."""

import copy
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.core.rng import GOLDEN, MASK, Stream, check_seed, finalise, mix
from kibitz.core.stream_words import stream_words
from kibitz.errors import BadSeed

# The first words of splitmix64, as published with its reference implementation.
SEED_0 = (
    0xE220A8397B1DCDAF,
    0x6E789E6AA1B965F4,
    0x06C45D188009454F,
    0xF88BB8A8724C81EC,
    0x1B39896A51A8749B,
)
SEED_1234567 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


@pytest.mark.parametrize(("seed", "words"), [(0, SEED_0), (1234567, SEED_1234567)])
def test_known_words(seed: int, words: tuple[int, ...]) -> None:
    stream = Stream(seed)
    assert tuple(stream.word() for _ in words) == words
    assert tuple(finalise(seed + i * GOLDEN) for i in range(1, len(words) + 1)) == words


def test_mix_names_streams() -> None:
    assert mix(0, 0) == 0 == finalise(0)
    assert mix(0, 1) == SEED_0[0]
    assert mix(5, 3) == finalise(5 + 3 * GOLDEN)
    assert len({mix(7, k) for k in range(1000)}) == 1000


def test_below_is_the_high_half_of_the_product() -> None:
    for n in (1, 2, 3, 10, 52, 6**6):
        stream, words = Stream(9), Stream(9)
        for _ in range(200):
            assert stream.below(n) == words.word() * n >> 64


@given(st.integers(0, MASK), st.integers(1, 2**200))
def test_below_exact_stays_below(seed: int, n: int) -> None:
    stream = Stream(seed)
    assert all(0 <= stream.below_exact(n) < n for _ in range(5))


def test_below_exact_is_uniform() -> None:
    for n in (1, 2, 3, 7, 8):
        stream = Stream(n)
        counts = Counter(stream.below_exact(n) for _ in range(7000))
        assert set(counts) == set(range(n))
        chi2 = sum((counts[i] - 7000 / n) ** 2 / (7000 / n) for i in range(n))
        assert chi2 < 30


def test_below_exact_of_many_words_uses_all_of_them() -> None:
    """Above 2**64 every half of the range is met, and so is every residue."""
    n = 3 * 2**100
    stream = Stream(1)
    drawn = [stream.below_exact(n) for _ in range(600)]
    assert Counter(x * 3 // n for x in drawn).keys() == {0, 1, 2}
    assert len({x % 64 for x in drawn}) == 64
    assert len({x >> 36 & 63 for x in drawn}) == 64


def test_below_exact_of_one_draws_nothing_and_of_none_is_an_error() -> None:
    stream = Stream(4)
    assert stream.below_exact(1) == 0
    assert stream.index == 0
    with pytest.raises(AssertionError):
        stream.below_exact(0)


def test_shuffle_is_fisher_yates_from_the_top() -> None:
    deck = list(range(5))
    Stream(3).shuffle(deck)
    words, other = Stream(3), list(range(5))
    for i in (4, 3, 2, 1):
        j = words.below(i + 1)
        other[i], other[j] = other[j], other[i]
    assert deck == other
    empty: list[int] = []
    Stream(3).shuffle(empty)
    assert empty == []


def test_shuffle_gives_every_order_equally_often() -> None:
    stream = Stream(2)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        deck = [0, 1, 2, 3]
        stream.shuffle(deck)
        counts[tuple(deck)] += 1
    assert set(counts) == set(permutations(range(4)))
    chi2 = sum((n - 250) ** 2 / 250 for n in counts.values())
    assert chi2 < 60  # 23 degrees of freedom


def test_a_copy_goes_on_from_the_same_place() -> None:
    stream = Stream(8)
    stream.word()
    twin = copy.copy(stream)
    assert [stream.word() for _ in range(3)] == [twin.word() for _ in range(3)]


@pytest.mark.parametrize(
    "seed", [-1, 2**64, pytest.param(10**5000, id="huge"), 1.0, "1", None, True, int, [1]]
)
def test_seeds_that_are_none(seed: Any) -> None:
    with pytest.raises(BadSeed):
        check_seed(seed)
    with pytest.raises(BadSeed):
        kibitz.game("ohhell").new(seed if seed is not None else -1)


def test_seeds_of_any_integer_type() -> None:
    import numpy as np

    assert check_seed(np.uint64(MASK)) == MASK
    assert type(check_seed(np.int32(3))) is int
    seeds: list[Any] = [7, np.int64(7)]
    states = [kibitz.game("ohhell", engine="native").new(seed) for seed in seeds]
    assert states[0].hash == states[1].hash


def test_many_words_at_once_are_those_of_the_stream() -> None:
    stream = Stream(2**64 - 5)
    words = [stream.word() for _ in range(12)]
    assert stream_words(2**64 - 5, 12).tolist() == words
    assert stream_words(2**64 - 5, 4, first=8).tolist() == words[8:]
