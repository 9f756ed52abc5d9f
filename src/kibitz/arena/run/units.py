"""Assemble units from games that arrive in any order, and pass them on in order.

A test that may stop a match must see complete units in schedule order: only then does it stop at
the same one for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.arena.store.rows import Outcome


@dataclass(frozen=True)
class Unit:
    """A complete unit: all its games."""

    number: int
    games: list[Outcome]


class UnitAssembler:
    """Units in progress."""

    def __init__(self) -> None:
        self.units: set[int] = set()  # complete ones
        self._parts: dict[int, dict[int, Outcome]] = {}  # games by unit and number
        self._waiting: dict[int, Unit] = {}  # complete, but an earlier one is not
        self._next = 0

    def add(self, game: Outcome) -> None:
        """Add a finished game."""
        games = self._parts.setdefault(game.unit, {})
        games[game.number] = game
        if len(games) == game.size:
            del self._parts[game.unit]
            self.units.add(game.unit)
            if game.unit >= self._next:
                found = [games[number] for number in sorted(games)]
                self._waiting[game.unit] = Unit(game.unit, found)

    def in_order(self) -> Iterator[Unit]:
        """Yield the next units of the schedule, as far as they are complete."""
        while self._next in self._waiting:
            unit = self._waiting.pop(self._next)
            self._next += 1
            yield unit

    def numbers_of_parts(self) -> set[int]:
        """Return the games of incomplete units."""
        return {number for games in self._parts.values() for number in games}
