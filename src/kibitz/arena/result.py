"""What a match leaves behind: its results, who played, and what was planned.

These are the values that the store keeps and that statistics and reports read. They hold no bots
and no states: a result can be read on a machine that has none of the players.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game of a match, as the store keeps it and the statistics read it."""

    unit: int  # the deal (or the whole rotation of seats) it belongs to: what statistics count
    number: int  # its place in the match's schedule
    seats: tuple[str, ...]  # the label of the bot on each seat
    seed: int
    returns: tuple[float, ...]  # points; of a forfeited game the running scores
    outcome: tuple[float, ...]  # shares of the win, summing to 1
    moves: tuple[int, ...]  # decisions with a choice, by seat
    seconds: tuple[float, ...]  # CPU time by seat
    forfeit: tuple[int, str, str] | None = None  # seat, name of the reason, sentence
    record: str | None = None  # the replayable record as JSON text; None where it was not asked for


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of a match. Its label names it there, and no other bot has the same one."""

    label: str  # the name in the registry; name#2 for another bot of the same name
    name: str
    hash: str  # of all that makes it decide, weights included; a stranger's: of its file or address
    kind: str  # rule, search, network, oracle or stranger
    content: dict[str, Any]  # the resolved spec, or what names a stranger

    @property
    def oracle(self) -> bool:
        """Whether it sees what its seat may not know: such a bot enters no ranking."""
        return self.kind == "oracle"


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match in the store: what was asked for and how far it is."""

    id: int
    kind: str  # h2h, round-robin, gauntlet, field, bench, solo, sprt or import
    game: str
    options: dict[str, Any]  # those that differ from the default; a field draws `players` a table
    rules: int  # version of the game's rules
    seed: int
    created: datetime  # in UTC
    planned: int  # units
    done: int  # units
    games: int  # finished games
    settings: dict[str, Any]  # what else shapes the schedule, or judges it: tables, elo0, elo1
    entrants: tuple[Entrant, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(entrant.label for entrant in self.entrants)

    @property
    def finished(self) -> bool:
        return self.done >= self.planned
