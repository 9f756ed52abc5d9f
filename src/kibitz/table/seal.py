"""The seal of a deal: a hash published before anybody has seen a card, opened at the end.

The server draws a seed and a salt from the system's generator and publishes SHA-256 of
"seed:salt", both as text: the seed decimal, the salt hexadecimal. At the end it tells both. Who
kept the seal can check that the cards were not chosen after the deal; without the salt nobody can
search for the seed.

Bots' seeds follow from the same two numbers by a hash that cannot be undone, so that no bot can
compute the cards from the seed that it was given.
"""

from __future__ import annotations

import hashlib
import secrets

SALT_BYTES = 16


def draw() -> tuple[int, str]:
    """A fresh seed and salt."""
    return secrets.randbits(64), secrets.token_hex(SALT_BYTES)


def seal(seed: int, salt: str) -> str:
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def opens(sealed: str, seed: int, salt: str) -> bool:
    """Whether this seed and salt were sealed by that hash."""
    return secrets.compare_digest(seal(seed, salt), sealed)


def bot_seed(seed: int, salt: str, seat: int, ply: int) -> int:
    """The seed of a bot for one decision: the same when the game is resumed or taken back."""
    key = hashlib.sha256(f"bot:{seed}:{salt}:{seat}:{ply}".encode()).digest()
    return int.from_bytes(key[:8], "big")
