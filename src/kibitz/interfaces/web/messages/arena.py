"""The messages of the arena's routes: leaderboards, matches and their games.

They only read: matches are played by `kibitz arena`. tools/write_messages.py writes these as
TypeScript too.
"""

from __future__ import annotations

from typing import Any

from kibitz.interfaces.web.messages import Told


class ArenaEstimate(Told):
    """A value with its 95 % interval; an end is null where it is not known: one deal tells none."""

    value: float
    low: float | None
    high: float | None


class BoardRow(Told):
    """One bot of a leaderboard."""

    bot: str
    kind: str  # rule, search, network or stranger
    rating: ArenaEstimate | None  # Elo above the anchor; null where bots play alone
    best: int | None  # place: so many less one are clearly better
    worst: int | None
    points: ArenaEstimate  # a game
    wins: ArenaEstimate  # share of the win
    even: float  # what everybody's share would be
    games: int
    milliseconds: float | None  # CPU time of a decision
    forfeits: int


class ArenaBoard(Told):
    """All that is known of one game under one set of options."""

    game: str
    title: str
    words: str  # players and options in a few words
    games: int
    anchor: str  # the bot that has rating 0, where it plays
    rows: list[BoardRow]


class ArenaMatch(Told):
    match: int
    kind: str  # h2h, round-robin, gauntlet, field, bench, solo, sprt or import
    game: str
    title: str
    options: dict[str, Any]
    bots: list[str]
    planned: int  # units
    done: int
    games: int
    created: float  # seconds since 1970


class ArenaTold(Told):
    """What the arena's store holds; empty where there is none yet."""

    place: str
    boards: list[ArenaBoard]
    matches: list[ArenaMatch]  # the latest first


class ArenaGame(Told):
    """A game of a match."""

    number: int
    unit: int
    seats: list[str]
    returns: list[float]
    outcome: list[float]
    forfeit: str | None  # who failed, and how
    replay: bool  # its actions were kept
