"""What a leaderboard shows: one list that every output walks.

The Markdown page, the HTML report, its CSV and Parquet tables, the tables in the terminal, JSON and
the server's messages all go through COLUMNS, so a new figure is one entry here:

    Column("moves", "moves", "decisions with a choice", "count", lambda row: row.counts.moves)

A column computes a value from a row and names a format; the format turns the value into text. The
page in the browser gets the values and the name of the format, and writes them in its language.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from kibitz.arena.board.counts import Row
from kibitz.arena.board.numbers import (
    milliseconds,
    per_cent,
    plain,
    share_with_error,
    signed,
    with_error,
)
from kibitz.arena.statistics.estimate import Estimate

# places takes Places; elo, share and number an Estimate; percent either that or a number.
Format = Literal["places", "elo", "percent", "share", "number", "milliseconds", "count"]
ESTIMATES: tuple[Format, ...] = ("elo", "share", "number")


class Places(NamedTuple):
    """The range of places a bot may hold; more games would narrow it down."""

    best: int
    worst: int


Value = Estimate | Places | float | None


@dataclass(frozen=True)
class Column:
    """One figure of a leaderboard."""

    key: str  # in JSON, CSV and messages
    title: str
    help: str  # completes "TITLE: ..."
    format: Format
    value: Callable[[Row], Value]
    compares: bool = False  # meaningless where bots play alone
    detail: bool = True  # left out on narrow pages
    rare: bool = False  # left out of tables if it is 0 for every bot
    data_only: bool = False  # for programs: JSON, CSV and Parquet

    def of(self, row: Row) -> Value:
        """Return the value of a row; None if there is none."""
        return None if self.compares and row.score is None else self.value(row)

    def text(self, row: Row) -> str:
        """Return the value as text for people."""
        return written(self.format, self.of(row))


def _places(row: Row) -> Places | None:
    return Places(row.rated.best, row.rated.worst) if row.rated is not None else None


def _elo(row: Row) -> Estimate | None:
    return row.rated.rating if row.rated is not None else None


COLUMNS: list[Column] = [
    Column(
        "place",
        "place",
        "the places that a bot may have; bots that share some are not separated by these games",
        "places",
        _places,
        compares=True,
        detail=False,
    ),
    Column(
        "elo",
        "Elo",
        "relative to `random`; where that does not play, to the known ratings of those who do, or "
        "else to the mean",
        "elo",
        _elo,
        compares=True,
        detail=False,
    ),
    Column(
        "score",
        "beats",
        "the share of opponents that finished behind, ties half",
        "percent",
        lambda row: row.score,
        compares=True,
    ),
    Column(
        "wins",
        "wins",
        "the share of the win",
        "share",
        lambda row: row.wins,
        compares=True,
    ),
    Column(
        "even",
        "even",
        "the share of the win if all bots were equal",
        "percent",
        lambda row: row.even,
        compares=True,
        data_only=True,
    ),
    Column("points", "points", "what a game returns", "number", lambda row: row.points),
    Column(
        "ms_a_move",
        "ms/move",
        "CPU milliseconds a move on one core",
        "milliseconds",
        lambda row: row.milliseconds,
    ),
    Column(
        "seats",
        "seats",
        "seats played; a bot that sits twice in a game has two",
        "count",
        lambda row: row.counts.seats,
    ),
    Column(
        "games",
        "games",
        "games played",
        "count",
        lambda row: row.counts.games,
        data_only=True,
    ),
    Column(
        "forfeits",
        "forfeits",
        "games lost by a crash, a timeout or an illegal move",
        "count",
        lambda row: row.counts.forfeits.total(),
        rare=True,
    ),
]


def shown(rows: Iterable[Row]) -> list[Column]:
    """Return the columns worth showing to people for these rows."""
    found = list(rows)

    def says(column: Column) -> bool:
        values = [column.of(row) for row in found]
        return any(values) if column.rare else any(value is not None for value in values)

    return [column for column in COLUMNS if not column.data_only and says(column)]


def legend(columns: Sequence[Column]) -> str:
    """Return one sentence that explains the columns."""
    return "; ".join(f"{column.title}: {column.help}" for column in columns) + "."


# As text ----------------------------------------------------------------------------------------


def written(form: Format, value: Value) -> str:
    """Format a value; a hyphen if there is none."""
    if value is None:
        return "-"
    return _WRITE[form](value)


def _write_places(value: Any) -> str:
    return f"{value.best}" + (f"\u2013{value.worst}" if value.worst > value.best else "")


def _write_elo(value: Any) -> str:
    return f"{signed(value.value)} \u00b1 {plain(value.error)}"


def _write_percent(value: Any) -> str:
    return per_cent(value.value if isinstance(value, Estimate) else value)


_WRITE: dict[Format, Callable[[Any], str]] = {
    "places": _write_places,
    "elo": _write_elo,
    "percent": _write_percent,
    "share": share_with_error,
    "number": with_error,
    "milliseconds": milliseconds,
    "count": lambda value: f"{value:,}",
}


# As data ----------------------------------------------------------------------------------------


def data(value: Value) -> Any:
    """Convert a value for JSON, which has no infinity: an unknown bound is null."""
    if isinstance(value, Estimate):
        ends = {"value": value.value, "low": value.low, "high": value.high}
        return {name: finite(x) for name, x in ends.items()}
    return value._asdict() if isinstance(value, Places) else value


def cells(row: Row) -> dict[str, Any]:
    """Return all columns of a row, flattened: an estimate has three cells, places two."""
    found: dict[str, Any] = {}
    for column in COLUMNS:
        value = column.of(row)
        if column.format == "places":
            best, worst = value if isinstance(value, Places) else (None, None)
            found |= {"best_place": best, "worst_place": worst}
        elif column.format in ESTIMATES:
            found |= spread(column.key, value if isinstance(value, Estimate) else None)
        else:
            found[column.key] = value.value if isinstance(value, Estimate) else value
    return found


def spread(name: str, found: Estimate | None) -> dict[str, float | None]:
    """Return an estimate as three cells, empty where unknown or infinite."""
    ends = (None, None, None) if found is None else (found.value, found.low, found.high)
    keys = (name, f"{name}_low", f"{name}_high")
    return {k: None if x is None else finite(x) for k, x in zip(keys, ends, strict=True)}


def finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
