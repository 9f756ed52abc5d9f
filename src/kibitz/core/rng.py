"""Random numbers: one small generator that both engines share.

Word i of a stream (i from 1) is the splitmix64 finaliser of seed + i * GOLDEN, so any word can be
computed without the ones before it. Chance event k of a game (k from 0, the index in the record's
`chance`) uses the stream of `mix(seed, k)`, so a deal depends only on the seed and its index, never
on how many numbers an earlier event drew. Source: Steele, Lea, Flood, "Fast splittable pseudorandom
number generators", OOPSLA 2014.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from kibitz.core.coerce import as_int, short
from kibitz.core.errors import BadSeed

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def finalise(x: int) -> int:
    """The splitmix64 finaliser: a bijection of 64-bit words that scatters every bit."""
    x &= MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def mix(seed: int, k: int) -> int:
    """The seed of the k-th stream derived from a seed."""
    return finalise(seed + k * GOLDEN)


def check_seed(seed: object) -> int:
    """Return a caller's seed as an int; raise BadSeed if it is not one."""
    number = as_int(seed)
    if number is None or not 0 <= number <= MASK:
        raise BadSeed(f"a seed must be a whole number from 0 to 2**64 - 1, not {short(seed)}")
    return number


class Stream:
    """A stream of random words. `copy.copy(stream)` continues from the same point."""

    __slots__ = ("index", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = check_seed(seed)
        self.index = 0

    def word(self) -> int:
        """The next 64-bit word."""
        self.index += 1
        return finalise(self.seed + self.index * GOLDEN)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1. The bias is below n / 2**64, negligible for decks and dice."""
        return (self.word() * n) >> 64

    def below_exact(self, n: int) -> int:
        """An unbiased number from 0 to n - 1 for n of any size, such as a count of worlds."""
        assert n > 0, "nothing to choose from"
        bits = (n - 1).bit_length()
        words = (bits + 63) // 64
        while True:
            x = 0
            for _ in range(words):
                x = (x << 64) | self.word()
            x >>= 64 * words - bits
            if x < n:
                return x

    def shuffle(self, deck: MutableSequence[Any]) -> None:
        """Fisher-Yates from the top: the last index is filled first."""
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
