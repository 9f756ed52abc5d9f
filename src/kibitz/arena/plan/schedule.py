"""Who sits where in which game: duplicate by design.

A unit is one deal (or one run of dice) that is played in every arrangement of its seats, to make
luck and seats the same for all. Unit u depends only on the seed and on u: a match can be played in
any order, by any number of workers, stopped, resumed and extended.

`Turns` cycles through given groups of seatings (head-to-head, round-robin, gauntlet, a named table,
solo); `Drawn` draws a table of random size and guests for each unit (a field).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix

ARRANGEMENTS_MAX = 30  # per deal: enough for two bots on five seats
UNITS, DRAWS = 0x756E6974, 0x64726177  # separate random streams

Seating = tuple[int, ...]  # for each seat the index of its entrant


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to be played."""

    number: int  # in the schedule
    unit: int
    size: int  # games of the unit
    seats: Seating
    seed: int


class Schedule:
    """The tables of every unit."""

    def __init__(self, seed: int, width: int) -> None:
        self.seed, self.width = seed, width  # width: the most games of a unit

    def seatings(self, unit: int) -> Sequence[Seating]:
        raise NotImplementedError

    def message(self) -> dict[str, Any]:
        """Return the schedule as plain data; `read` restores it."""
        raise NotImplementedError

    def tables(self, unit: int) -> list[ScheduledGame]:
        seed = mix(mix(self.seed, UNITS), unit)
        found = self.seatings(unit)
        first = unit * self.width
        return [
            ScheduledGame(first + i, unit, len(found), seats, seed) for i, seats in enumerate(found)
        ]


class Turns(Schedule):
    """Groups of seatings, one group per unit, in turn."""

    def __init__(self, seed: int, groups: Sequence[Sequence[Seating]]) -> None:
        super().__init__(seed, max(map(len, groups)))
        self.groups = groups

    def seatings(self, unit: int) -> Sequence[Seating]:
        return self.groups[unit % len(self.groups)]

    def message(self) -> dict[str, Any]:
        return {"seed": self.seed, "groups": [[list(s) for s in group] for group in self.groups]}


class Drawn(Schedule):
    """A table of random size and guests for each unit; `rotate` plays it from every seat."""

    def __init__(
        self, seed: int, guests: Sequence[int], sizes: Sequence[int], rotate: bool
    ) -> None:
        super().__init__(seed, max(sizes) if rotate else 1)
        self.guests, self.sizes, self.rotate = guests, sizes, rotate

    def seatings(self, unit: int) -> Sequence[Seating]:
        stream = Stream(mix(mix(self.seed, DRAWS), unit))
        size = self.sizes[stream.below(len(self.sizes))]
        seated: list[int] = []
        while len(seated) < size:  # no guest repeats while others are left
            pool = list(self.guests)
            stream.shuffle(pool)
            seated += pool[: size - len(seated)]
        stream.shuffle(seated)
        return rotations(tuple(seated)) if self.rotate else [tuple(seated)]

    def message(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "guests": list(self.guests),
            "sizes": list(self.sizes),
            "rotate": self.rotate,
        }


def read(message: dict[str, Any]) -> Schedule:
    """Restore the schedule from a message."""
    if "groups" in message:
        groups = [[tuple(seats) for seats in group] for group in message["groups"]]
        return Turns(message["seed"], groups)
    return Drawn(message["seed"], message["guests"], message["sizes"], message["rotate"])


# Arrangements -----------------------------------------------------------------------------------


def rotations(seats: Seating) -> list[Seating]:
    """Return all rotations of a table, each once."""
    return list(dict.fromkeys(seats[i:] + seats[:i] for i in range(len(seats))))


def of_two(game: Game, a: int, b: int) -> list[Seating]:
    """Return every way to split the seats between two bots, and each with the two exchanged.

    In a game with sides, each bot has a whole side. If there are too many ways, two patterns are
    rotated: the bots alternating, and each in a block.
    """
    if game.players < 2:
        raise BadOption(f"{game.name} with one player is not a match of two: use kibitz arena solo")
    sides = list(dict.fromkeys(tuple(sorted(game.side(seat))) for seat in range(game.players)))
    if len(sides) == 2:
        return [_seat_sides(game, sides, pair) for pair in ((a, b), (b, a))]
    if 2**game.players - 2 <= ARRANGEMENTS_MAX:
        ways = itertools.product((a, b), repeat=game.players)
        return [seats for seats in ways if len(set(seats)) == 2]
    half = (game.players + 1) // 2
    turns = tuple((a, b)[seat % 2] for seat in range(game.players))
    block = tuple(a if seat < half else b for seat in range(game.players))
    both = [pattern for p in (turns, block) for pattern in (p, _exchanged(p, a, b))]
    return list(dict.fromkeys(seats for pattern in both for seats in rotations(pattern)))


def of_table(seats: Seating) -> list[Seating]:
    """Return every order of the bots at a table or, if there are too many, every rotation."""
    ways: dict[Seating, None] = {}
    for way in itertools.permutations(seats):
        ways[way] = None
        if len(ways) > ARRANGEMENTS_MAX:
            return rotations(seats)
    return sorted(ways)


def _seat_sides(game: Game, sides: Sequence[Seating], pair: Iterable[int]) -> Seating:
    seated = {seat: bot for side, bot in zip(sides, pair, strict=True) for seat in side}
    return tuple(seated[seat] for seat in range(game.players))


def _exchanged(seats: Seating, a: int, b: int) -> Seating:
    return tuple(b if bot == a else a for bot in seats)
