"""Puts units together from games that come in any order, and hands them on in order.

A test that may stop a match must see whole units in the order of the schedule: only then does it
stop at the same one whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.arena.rows import Outcome


@dataclass(frozen=True)
class Unit:
    """A whole unit: all its games."""

    number: int
    games: list[Outcome]


class Whole:
    """Units under way."""

    def __init__(self) -> None:
        self.units: set[int] = set()  # those that are whole
        self._parts: dict[int, dict[int, Outcome]] = {}  # games by unit and number
        self._waiting: dict[int, Unit] = {}  # whole, but an earlier one is not
        self._next = 0

    def add(self, game: Outcome) -> None:
        """A finished game."""
        games = self._parts.setdefault(game.unit, {})
        games[game.number] = game
        if len(games) == game.size:
            del self._parts[game.unit]
            self.units.add(game.unit)
            if game.unit >= self._next:
                found = [games[number] for number in sorted(games)]
                self._waiting[game.unit] = Unit(game.unit, found)

    def in_order(self) -> Iterator[Unit]:
        """The next units of the schedule, as far as they are whole."""
        while self._next in self._waiting:
            unit = self._waiting.pop(self._next)
            self._next += 1
            yield unit

    def numbers_of_parts(self) -> set[int]:
        """The games of units that are not whole."""
        return {number for games in self._parts.values() for number in games}
