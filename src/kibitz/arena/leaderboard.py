"""The leaderboard of record: a fixed list of matches, played from fixed seeds, as one page.

leaderboard.toml beside this file lists the matches and says how. They are played into a store like
any others, so a run that was stopped goes on, and a second run plays nothing. The page holds only
what follows from the seed: times are those of the shipped players' times.json, not of this run.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz._version import __version__
from kibitz.arena import plan as plans
from kibitz.arena.board import Board, Reads, Row, boards
from kibitz.arena.entry import Entry, enter
from kibitz.arena.plan import Plan
from kibitz.arena.report.board_page import places
from kibitz.arena.report.numbers import (
    MINUS,
    milliseconds,
    per_cent,
    plain,
    share_with_error,
    signed,
    with_error,
)
from kibitz.arena.result import MatchInfo, Result
from kibitz.bots import registry, times
from kibitz.core import files
from kibitz.core.errors import KibitzError, UnknownBot
from kibitz.core.plain import short

FILE = "leaderboard.toml"
SIZE_MAX = 1_000_000  # bytes of such a file
COMMAND = "kibitz arena leaderboard --output docs/leaderboard.md"
KEYS = {"game", "kind", "bots", "deals", "options", "sizes"}


class BadList(KibitzError):
    """A file of matches for a leaderboard with something missing or unknown."""

    code = "bad_list"


@dataclass(frozen=True)
class Listed:
    """One match of the list."""

    game: str
    kind: str
    bots: list[str]
    deals: int
    options: Mapping[str, Any] = field(default_factory=dict)
    sizes: Sequence[int] = ()

    def plan(self, seed: int) -> Plan:
        entries: list[Entry] = enter(self.game, self.bots)
        if self.kind == "field":
            options = dict(self.options)
            return plans.drawn(
                self.game, options, entries, self.sizes, self.deals, seed, rotate=True
            )
        make = {"round-robin": plans.round_robin, "gauntlet": plans.gauntlet, "solo": plans.solo}
        return make[self.kind](games.game(self.game, **self.options), entries, self.deals, seed)


def read(path: Path | None = None) -> tuple[int, list[Listed]]:
    """The seed and the matches of a file; without one, of the leaderboard of record."""
    if path is None:
        text = resources(__package__).joinpath(FILE).read_text(encoding="utf-8")
        name = FILE
    else:
        data, name = files.read(path, SIZE_MAX), str(path)
        if data is None:
            raise files.BadFile(f"there is no file {path}")
        text = data.decode("utf-8", errors="replace")
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadList(f"{name} is no TOML: {error}") from None
    seed, listed = told.get("seed", 0), told.get("match", [])
    if not isinstance(seed, int) or not isinstance(listed, list) or not listed:
        raise BadList(f"{name} needs a seed, a number, and at least one [[match]]")
    return seed, [_listed(one, f"match {place} of {name}") for place, one in enumerate(listed, 1)]


def _listed(told: Any, where: str) -> Listed:
    if not isinstance(told, dict) or not {"game", "kind", "bots", "deals"} <= told.keys() <= KEYS:
        raise BadList(f"{where} needs game, kind, bots and deals, and may have options and sizes")
    for key, kind in (("deals", int), ("bots", list), ("options", dict), ("sizes", list)):
        if not isinstance(told.get(key, kind()), kind):
            raise BadList(f"{where}: {key} cannot be {short(told[key])}")
    found = Listed(**told)
    if found.kind not in ("round-robin", "gauntlet", "field", "solo"):
        raise BadList(f"{where}: a kind {short(found.kind)} is not known")
    if found.deals < 1:
        raise BadList(f"{where}: deals is a number from 1, not {short(found.deals)}")
    if (found.kind == "field") != bool(found.sizes):
        raise BadList(f"{where}: a field, and nothing else, has sizes of tables")
    return found


class _Cut:
    """A store as if it had nothing but these matches, and of each no more than so many units.

    Somebody may have made a match of the list longer: that must not change the page.
    """

    def __init__(self, store: Reads, units: Mapping[int, int]) -> None:
        self._store, self._units = store, units

    def matches(self) -> list[MatchInfo]:
        found = [match for match in self._store.matches() if match.id in self._units]
        return [
            replace(m, planned=self._units[m.id], done=min(m.done, self._units[m.id]))
            for m in found
        ]

    def results(self, match_id: int, records: bool = False) -> Iterator[Result]:
        units = self._units[match_id]
        return (r for r in self._store.results(match_id, records) if r.unit < units)


def page(store: Reads, units: Mapping[int, int]) -> str:
    """The leaderboard of these matches, each with its number of units, as Markdown."""
    found = boards(_Cut(store, units))
    parts = [_head(found)]
    for name in dict.fromkeys(board.game for board in found):
        parts.append(f"## {games.find(name).title}\n")
        parts += [_board(board) for board in found if board.game == name]
    return "\n".join(parts)


def _head(found: Sequence[Board]) -> str:
    total = sum(board.games for board in found)
    return f"""# The leaderboard of record

Written by `{COMMAND}` (kibitz {__version__}, {total:,} games): the
same command gives the same page. It plays what
[leaderboard.toml](../src/kibitz/arena/leaderboard.toml) lists, from its seed; a run that was
stopped goes on.

Elo is relative to `random`, or to the mean where that does not play, and means something within one
table only. Intervals are 95 % and count deals (played from every seat), not games. Bots that share
places are not told apart by these games. *Beats* is the share of opponents that finished behind,
ties half; *wins* the share of the win; *points* what the game returns. Times are CPU milliseconds a
move on one core, measured once. Oracles, which see all hands, have no place here.
[How the figures are made](how-to/statistics.md).
"""


def _board(board: Board) -> str:
    rows = board.rows()
    rated = any(row.rated for row in rows)
    head = ["place", "bot", "kind", "points", "ms a move", "games"]
    if rated:
        head[3:3] = ["Elo", "beats", "wins"]
    lines = [
        f"### {board.title.capitalize()}\n",
        "| " + " | ".join(head) + " |",
        "|" + "|".join("---" if word in ("bot", "kind") else "--:" for word in head) + "|",
    ]
    for place, row in enumerate(rows, 1):
        lines.append("| " + " | ".join(_cells(board, place, row, rated)) + " |")
    even = f" An even share of the win is {per_cent(rows[0].even)}." if rated else ""
    units = sum(match.done for match in board.matches)
    lines.append(f"\n{board.games:,} games in {units:,} units.{even}\n")
    return "\n".join(lines)


def _cells(board: Board, place: int, row: Row, rated: bool) -> list[str]:
    cells = [str(place), f"`{row.label}`", row.entrant.kind]
    if row.rated is not None:
        found = row.rated.rating
        cells[0] = places(row.rated)
        cells += [f"{signed(found.value)} ± {plain(found.error)}", per_cent(row.rated.score)]
        cells.append(share_with_error(row.wins))
    elif rated:
        cells += ["", "", ""]
    points = with_error(row.points).replace(MINUS, "-")
    return [*cells, points, milliseconds(_time(board.game, row)), f"{row.played.seats:,}"]


def _time(game: str, row: Row) -> float | None:
    """What the shipped player was measured to take; None for anybody else's."""
    try:
        spec = registry.spec(game, row.entrant.name)
    except UnknownBot:
        return None
    return times.milliseconds(spec) if spec.hash == row.entrant.hash else None
