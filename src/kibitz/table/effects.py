"""What a table asks its surroundings to do. Effects are not stored: a table that is reloaded works
out again which ones are due."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effect:
    """Base class of all effects."""


@dataclass(frozen=True)
class Deal(Effect):
    """All seats are taken: send a Begin with a fresh seed."""


@dataclass(frozen=True)
class Ask(Effect):
    """A bot is to act: let it think and send a BotActs no earlier than `at`, or a Replace."""

    seat: int
    bot: str
    game: int
    ply: int
    at: float


@dataclass(frozen=True)
class Wake(Effect):
    """A person is to act and runs out of time at `at`: send a Flag then."""

    game: int
    ply: int
    at: float


@dataclass(frozen=True)
class Keep(Effect):
    """A game is over: store its record."""

    game: int
