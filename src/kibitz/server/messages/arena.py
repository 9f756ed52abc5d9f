"""The messages of the arena's read-only routes: leaderboards, matches and their games.

`kibitz arena` plays the matches.
"""

from __future__ import annotations

from typing import Any, Literal

from kibitz.server.messages import Sent


class ArenaColumn(Sent):
    """A column of a leaderboard; kibitz.arena.board.columns lists them all."""

    key: str
    title: str  # in English; a page may translate it by its key
    help: str
    format: Literal["places", "elo", "percent", "share", "number", "milliseconds", "count"]
    detail: bool  # can be left out on small screens


class ArenaCell(Sent):
    """A value with its 95 % interval, or a range of places; an unknown bound is null."""

    value: float
    low: float | None
    high: float | None


class BoardRow(Sent):
    """One bot of a leaderboard."""

    bot: str
    kind: str  # rule, search, network or stranger
    fails: bool  # forfeits so often that its score cannot be trusted
    cells: list[ArenaCell | None]  # one per column


class ArenaBoard(Sent):
    """The leaderboard of one game under one set of options."""

    game: str
    title: str
    words: str  # players and options in brief
    games: int
    anchor: str  # the bot whose rating is 0, if it plays
    even: float | None  # an even share of the win; null for solo games
    columns: list[ArenaColumn]
    rows: list[BoardRow]


class ArenaMatch(Sent):
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


class ArenaReply(Sent):
    """The contents of the arena's store; empty if there is none yet."""

    boards: list[ArenaBoard]
    matches: list[ArenaMatch]  # the latest first


class ArenaGame(Sent):
    """A game of a match."""

    number: int
    unit: int
    seats: list[str]
    returns: list[float]
    outcome: list[float]
    forfeit: str | None  # who failed, and how
    replay: bool  # its actions were saved
