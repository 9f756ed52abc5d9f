"""The seal of a deal: a hash published before anyone has seen a card, opened at the end.

The server draws a seed of 256 bits and a salt of 128 bits from the system's generator and publishes
the SHA-256 of "seed:salt" as text, with the seed in decimal and the salt in hexadecimal. At the end
it reveals both. Anyone who kept the seal can verify that the cards were not chosen after the deal
(`opens`), and that all cards and dice follow from the seed (`follows`). Nobody can search for the
seed: core/sealed_chance.py says why it is that wide. The salt is fresh for each game even where a
known deal is played again, so that its seal does not give it away.

The bots' seeds are derived from the seed and a salt by a one-way hash, which prevents a bot from
computing the cards from its own seed. Where a known deal is played again, that is the salt of its
first game, and for the deal of a day it is the day: the same moves meet the same replies.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from kibitz.core.record import parse
from kibitz.core.rng import MASK
from kibitz.core.sealed_chance import SEED_BITS, deal, resolve
from kibitz.games.recorded import game_of

__all__ = ["bot_seed", "deal", "draw", "follows", "opens", "resolve", "seal"]

SALT_BYTES = 16


def draw() -> tuple[int, str]:
    """Return a fresh seed and salt."""
    seed = secrets.randbits(SEED_BITS)
    assert seed > MASK, "chance in 2**192"
    return seed, secrets.token_hex(SALT_BYTES)


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


def bot_seed(seed: int, bot_salt: str, seat: int, ply: int) -> int:
    """Return a bot's seed for one decision; resuming the game or undoing does not change it."""
    key = hashlib.sha256(f"bot:{seed}:{bot_salt}:{seat}:{ply}".encode()).digest()
    return int.from_bytes(key[:8], "big")
