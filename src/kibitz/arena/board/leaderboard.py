"""The leaderboard of record: a fixed list of matches, played from fixed seeds, as one page.

leaderboard.toml, next to this file, lists the matches. They are played into a store like any
others, so an interrupted run resumes, and a second run plays nothing. The page holds only what
follows from the seed: times come from the shipped players' move_times.json, not from this run.
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
from kibitz.arena.board import columns
from kibitz.arena.board.board import Board, Reads, boards
from kibitz.arena.board.counts import Row
from kibitz.arena.board.numbers import per_cent
from kibitz.arena.errors import BadList
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import Entry, enter
from kibitz.arena.plan.plan import Plan
from kibitz.arena.result import MatchInfo, Result
from kibitz.bots import registry, times
from kibitz.core import files
from kibitz.core.coerce import short
from kibitz.core.errors import UnknownBot

FILE = "leaderboard.toml"
SIZE_MAX = 1_000_000  # bytes per file
COMMAND = "kibitz arena leaderboard --output docs/leaderboard.md"
KEYS = {"game", "kind", "bots", "deals", "options", "sizes"}


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
    """Read the seed and the matches of a file; by default, of the leaderboard of record."""
    if path is None:
        text = resources(__package__).joinpath(FILE).read_text(encoding="utf-8")
        name = FILE
    else:
        data, name = files.read(path, SIZE_MAX), str(path)
        if data is None:
            raise files.BadFile(f"there is no file {path}")
        text = data.decode("utf-8", errors="replace")
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadList(f"{name} is not valid TOML: {error}") from None
    seed, listed = parsed.get("seed", 0), parsed.get("match", [])
    if not isinstance(seed, int) or not isinstance(listed, list) or not listed:
        raise BadList(f"{name} needs a numeric seed and at least one [[match]]")
    return seed, [_listed(one, f"match {place} of {name}") for place, one in enumerate(listed, 1)]


def _listed(data: Any, where: str) -> Listed:
    if not isinstance(data, dict) or not {"game", "kind", "bots", "deals"} <= data.keys() <= KEYS:
        raise BadList(f"{where} needs game, kind, bots and deals, and may have options and sizes")
    for key, kind in (("deals", int), ("bots", list), ("options", dict), ("sizes", list)):
        if not isinstance(data.get(key, kind()), kind):
            raise BadList(f"{where}: {key} cannot be {short(data[key])}")
    found = Listed(**data)
    if found.kind not in ("round-robin", "gauntlet", "field", "solo"):
        raise BadList(f"{where}: unknown kind {short(found.kind)}")
    if found.deals < 1:
        raise BadList(f"{where}: deals must be at least 1, not {short(found.deals)}")
    if (found.kind == "field") != bool(found.sizes):
        raise BadList(f"{where}: a field needs table sizes; other kinds take no sizes")
    return found


class _Cut:
    """A store restricted to these matches, and to a number of units of each.

    A match of the list may have been extended; that must not change the page.
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
    """Return the leaderboard of these matches, each with its number of units, as Markdown."""
    found = boards(_Cut(store, units))
    parts = [_head(found)]
    for name in dict.fromkeys(board.game for board in found):
        parts.append(f"## {games.find(name).title}\n")
        parts += [_board(board) for board in found if board.game == name]
    return "\n".join(parts)


def _head(found: Sequence[Board]) -> str:
    total = sum(board.games for board in found)
    listed = [column for column in columns.COLUMNS if not column.data_only]
    legend = "\n".join(f"- **{column.title}**: {column.help}" for column in listed)
    return f"""# The leaderboard of record

Written by `{COMMAND}` (kibitz {__version__}, {total:,} games). The
same command gives the same page: it plays the matches listed in
[leaderboard.toml](../src/kibitz/arena/board/leaderboard.toml) from their seed, and resumes a run
that was stopped.

{legend}

Intervals are 95 % and count deals (played from every seat), not games. Times were measured once.
Oracles, which see all hands, are not listed. [How the figures are
computed](how-to/statistics.md).
"""


def _board(board: Board) -> str:
    rows = [replace(row, milliseconds=_time(board.game, row)) for row in board.rows()]
    shown = columns.shown(rows)
    # The place comes first, if there is one; then the bot's name and kind, then the figures.
    first = [column for column in shown if column.format == "places"]
    rest = [column for column in shown if column.format != "places"]
    head = [*(column.title for column in first), "bot", "kind", *(column.title for column in rest)]
    lines = [
        f"### {board.title.capitalize()}\n",
        "| " + " | ".join(head) + " |",
        "|" + "|".join("---" if word in ("bot", "kind") else "--:" for word in head) + "|",
    ]
    for row in rows:
        cells = [*(column.text(row) for column in first), f"`{row.label}`", row.entrant.kind]
        lines.append("| " + " | ".join([*cells, *(column.text(row) for column in rest)]) + " |")
    fair = rows[0].even if rows[0].score is not None else None
    even = f" An even share of the win is {per_cent(fair)}." if fair is not None else ""
    units = sum(match.done for match in board.matches)
    lines.append(f"\n{board.games:,} games in {units:,} units.{even}\n")
    return "\n".join(lines)


def _time(game: str, row: Row) -> float | None:
    """Return the measured time of a shipped player; None for any other."""
    try:
        spec = registry.spec(game, row.entrant.name)
    except UnknownBot:
        return None
    return times.milliseconds(spec) if spec.hash == row.entrant.hash else None
