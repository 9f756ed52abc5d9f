"""The seal of a deal: a hash published before anyone has seen a card, opened at the end.

The server draws a seed of 256 bits and a salt of 128 bits from the system's generator and publishes
the SHA-256 of "seed:salt" as text, with the seed in decimal and the salt in hexadecimal. At the end
it reveals both. Anyone who kept the seal can verify that the cards were not chosen after the deal
(`opens`), and that all cards and dice follow from the seed (`follows`). The salt is fresh for each
game even where a known deal is played again, so that its seal does not give it away.

The cards must not follow from less. A player who sees one hand can test every seed of a small
space against it, whatever the salt, so 64 bits, which is what a seed of `game.new` has, are too
few. Chance at a table is therefore explicit, and word i (from 1) of chance event k (from 0) is
the first 64 bits of SHA-256("chance:seed:k:i"). Deck and dice are drawn from these words as
from those of core/rng.py. A record carries the outcomes and no seed. Tables dealt by earlier
versions have seeds below 2**64, which `game.new` resolves.

The bots' seeds are derived from both by a one-way hash, which prevents a bot from computing the
cards from its own seed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from kibitz.core.draw import draw as draw_outcome
from kibitz.core.game import Game
from kibitz.core.record import parse
from kibitz.core.rng import MASK, Stream
from kibitz.core.state import CHANCE, State
from kibitz.games.recorded import game_of

SEED_BITS = 256
SALT_BYTES = 16


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


def draw() -> tuple[int, str]:
    """Return a fresh seed and salt."""
    seed = secrets.randbits(SEED_BITS)
    assert seed > MASK, "chance in 2**192"
    return seed, secrets.token_hex(SALT_BYTES)


def deal(game: Game, seed: int) -> State:
    """Begin a sealed game, or one of an earlier version if the seed has at most 64 bits."""
    if seed <= MASK:
        return game.new(seed)
    state = game.new(chance="explicit")
    resolve(state, seed)
    return state


def resolve(state: State, seed: int) -> None:
    """Resolve pending chance; a state with a seed of its own has done so already."""
    while state.player == CHANCE:
        stream = SealedStream(seed, len(state.chance))
        state.apply_chance(draw_outcome(state, stream))


def seal(seed: int, salt: str) -> str:
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def opens(sealed: str, seed: int, salt: str) -> bool:
    """Check whether this hash seals this seed and salt."""
    return secrets.compare_digest(seal(seed, salt), sealed)


def follows(record: str | Mapping[str, Any], seed: int) -> bool:
    """Check whether all cards and dice of a record follow from this seed."""
    line = parse(record)
    game = game_of(line)
    played = game.replay(line)
    again = deal(game, seed)
    for action in played.actions:
        if again.chance != played.chance[: len(again.chance)]:
            return False
        again.apply(action)
        resolve(again, seed)
    return again.chance == played.chance


def bot_seed(seed: int, salt: str, seat: int, ply: int) -> int:
    """Return a bot's seed for one decision; resuming the game or undoing does not change it."""
    key = hashlib.sha256(f"bot:{seed}:{salt}:{seat}:{ply}".encode()).digest()
    return int.from_bytes(key[:8], "big")
