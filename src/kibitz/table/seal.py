"""The seal of a deal: a hash published before anyone has seen a card, opened at the end.

The server draws a seed and a salt from the system's generator and publishes the SHA-256 of
"seed:salt" as text, with the seed in decimal and the salt in hexadecimal. At the end it reveals
both. Anyone who kept the seal can verify that the cards were not chosen after the deal; without the
salt, nobody can search for the seed.

The bots' seeds are derived from both by a one-way hash, which prevents a bot from computing the
cards from its own seed.
"""

from __future__ import annotations

import hashlib
import secrets

SALT_BYTES = 16


def draw() -> tuple[int, str]:
    """Return a fresh seed and salt."""
    return secrets.randbits(64), secrets.token_hex(SALT_BYTES)


def seal(seed: int, salt: str) -> str:
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def opens(sealed: str, seed: int, salt: str) -> bool:
    """Check whether this hash seals this seed and salt."""
    return secrets.compare_digest(seal(seed, salt), sealed)


def bot_seed(seed: int, salt: str, seat: int, ply: int) -> int:
    """Return a bot's seed for one decision; resuming the game or undoing does not change it."""
    key = hashlib.sha256(f"bot:{seed}:{salt}:{seat}:{ply}".encode()).digest()
    return int.from_bytes(key[:8], "big")
