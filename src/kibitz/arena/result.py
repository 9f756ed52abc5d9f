"""What a match leaves behind: its results, who played, and the plan.

These values are stored, and read by statistics and reports. They hold no bots and no states: a
result can be read on a machine that has none of the players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game of a match, for the store and the statistics."""

    unit: int  # the deal (or rotation of seats) it belongs to: what statistics count
    number: int  # its index in the match's schedule
    seats: tuple[str, ...]  # the label of the bot on each seat
    seed: int
    returns: tuple[float, ...]  # points; running scores if forfeited
    outcome: tuple[float, ...]  # shares of the win, summing to 1
    moves: tuple[int, ...]  # decisions with a choice, by seat
    seconds: tuple[float, ...]  # CPU time by seat
    forfeit: tuple[int, str, str] | None = None  # seat, name of the reason, sentence
    record: str | None = None  # replayable record as JSON text; None if not requested


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a match, identified there by its unique label."""

    label: str  # the name in the registry; name#2 for another bot of the same name
    name: str
    hash: str  # of everything it decides by, weights included; or of its file or address
    kind: str  # rule, search, network, oracle or stranger
    content: dict[str, Any]  # the resolved spec, or a stranger's identity

    @property
    def oracle(self) -> bool:
        """Whether it sees what its seat may not know: such a bot is not ranked."""
        return self.kind == "oracle"


@dataclass(frozen=True)
class NewMatch:
    """A match without its results, as the store begins it."""

    key: str  # the same for the same match, which the store finds by it
    kind: str
    game: str
    options: dict[str, Any]
    rules: int
    seed: int
    planned: int  # units
    entrants: Sequence[Entrant]
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match in the store: its plan and progress."""

    id: int
    kind: str  # h2h, round-robin, gauntlet, field, bench, solo, sprt or import
    game: str
    options: dict[str, Any]  # those that differ from the default; a field draws `players` per table
    rules: int  # version of the game's rules
    seed: int
    created: datetime  # in UTC
    planned: int  # units
    done: int  # units
    games: int  # finished games
    settings: dict[str, Any]  # whatever else determines or tests it: tables, elo0, elo1
    entrants: tuple[Entrant, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(entrant.label for entrant in self.entrants)

    @property
    def finished(self) -> bool:
        return self.done >= self.planned
