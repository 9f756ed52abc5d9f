"""Games whose cards and dice follow from more than 64 bits, for tables where somebody may search.

A player who sees one hand can test every seed of a small space against it, so the 64 bits of a seed
for `game.new` are too few where people play for something. Here the seed has up to 256 bits, chance
is explicit, and word i (from 1) of chance event k (from 0) is the first 64 bits of
SHA-256("chance:seed:k:i"), read as a big-endian number. Deck and dice are drawn from these words as
from those of rng.py. A record carries the outcomes and no seed. A seed of at most 64 bits is one of
`game.new`, as in tables of earlier versions.
"""

from __future__ import annotations

import hashlib

from kibitz.core.draw import draw
from kibitz.core.game import Game
from kibitz.core.rng import MASK, Stream
from kibitz.core.state import CHANCE, State

SEED_BITS = 256
SEED_MAX = (1 << SEED_BITS) - 1


class SealedStream(Stream):
    """The random words of one chance event of a sealed game."""

    __slots__ = ("key",)

    def __init__(self, seed: int, event: int) -> None:
        super().__init__(0)  # of no use here
        self.key = f"chance:{seed}:{event}"

    def word(self) -> int:
        self.index += 1
        digest = hashlib.sha256(f"{self.key}:{self.index}".encode()).digest()
        return int.from_bytes(digest[:8], "big")


def deal(game: Game, seed: int) -> State:
    """Begin the game of a seed of up to 256 bits; `resolve` must follow each action."""
    if seed <= MASK:
        return game.new(seed)
    state = game.new(chance="explicit")
    resolve(state, seed)
    return state


def resolve(state: State, seed: int) -> None:
    """Resolve pending chance; a state with a seed of its own has done so already."""
    while state.player == CHANCE:
        state.apply_chance(draw(state, SealedStream(seed, len(state.chance))))
