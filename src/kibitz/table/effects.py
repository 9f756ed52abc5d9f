"""What a table wants done outside of itself. What runs it carries these out, or does not: a table
that is loaded again says anew what it wants."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effect:
    """The base of all."""


@dataclass(frozen=True)
class Deal(Effect):
    """All seats are taken: bring a Begin with a fresh seed."""


@dataclass(frozen=True)
class Ask(Effect):
    """A bot is on turn: let it think, and bring a BotActs, not before `at`; or a Replace."""

    seat: int
    bot: str
    game: int
    ply: int
    at: float


@dataclass(frozen=True)
class Wake(Effect):
    """A person is on turn whose time is up at `at`: bring a Flag then."""

    game: int
    ply: int
    at: float


@dataclass(frozen=True)
class Keep(Effect):
    """A game is over: keep its record."""

    game: int
