"""The figures of a report as tables for other programs: CSV always, Parquet where pyarrow is.

leaderboard   a row a bot: rating, places, score, wins, points, time, forfeits
matrix        a row for every two bots that met
curve         ratings after more and more units
style         a row a figure of style
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz.arena.estimate import Estimate
from kibitz.arena.report.board_page import Shown
from kibitz.core.files import named, write_atomic

Row = dict[str, Any]


def tables(boards: Sequence[Shown]) -> dict[str, list[Row]]:
    """All tables, by name."""
    return {
        "leaderboard": [row for shown in boards for row in _leaderboard(shown)],
        "matrix": [row for shown in boards for row in _matrix(shown)],
        "curve": [row for shown in boards for row in _curve(shown)],
        "style": [row for shown in boards for row in _style(shown)],
    }


def write(boards: Sequence[Shown], folder: Path) -> tuple[list[Path], bool]:
    """Write them; gives the files, and whether Parquet was among them."""
    written, parquet = [], _parquet()
    for name, rows in tables(boards).items():
        path = folder / f"{name}.csv"
        write_atomic(path, _csv(rows))
        written.append(path)
        if parquet is not None and rows:
            path = folder / f"{name}.parquet"
            arrow, writer = parquet
            with named(path, "write"):
                writer.write_table(arrow.Table.from_pylist(rows), path)
            written.append(path)
    return written, parquet is not None


def _parquet() -> tuple[Any, Any] | None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        return None
    return pa, parquet


def _csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({k: "" if x is None else x for k, x in row.items()} for row in rows)
    return text.getvalue()


def _head(shown: Shown) -> Row:
    options = json.dumps(shown.board.options, sort_keys=True)
    return {"game": shown.board.game, "options": options}


def _spread(name: str, found: Estimate | None) -> Row:
    """An estimate as three columns; what is not known, or has no end, is empty."""
    ends = (None, None, None) if found is None else (found.value, found.low, found.high)
    keys = (name, f"{name}_low", f"{name}_high")
    return {
        k: None if x is None or not math.isfinite(x) else x for k, x in zip(keys, ends, strict=True)
    }


def _leaderboard(shown: Shown) -> Iterator[Row]:
    for row in shown.rows:
        rated = row.rated
        yield _head(shown) | {
            "bot": row.label,
            "kind": row.entrant.kind,
            "hash": row.entrant.hash,
            "best_place": rated.best if rated else None,
            "worst_place": rated.worst if rated else None,
            **_spread("elo", rated.rating if rated else None),
            "score": rated.score if rated else None,
            **_spread("wins", row.wins),
            "even": row.even,
            **_spread("points", row.points),
            "milliseconds_a_move": row.played.milliseconds,
            "seats": row.played.seats,
            "forfeits": sum(row.played.forfeits.values()),
        }


def _matrix(shown: Shown) -> Iterator[Row]:
    for (a, b), meeting in sorted(shown.board.meetings.items()):
        found = {"bot": a, "other": b, "units": len(meeting.units)}
        elo = shown.board.elo(a, b)
        yield _head(shown) | found | _spread("score", meeting.score) | _spread("elo", elo)


def _curve(shown: Shown) -> Iterator[Row]:
    for units, ratings in shown.curve:
        for label in ratings.labels:
            found = {"units": units, "bot": label}
            yield _head(shown) | found | _spread("elo", ratings.rating(label))


def _style(shown: Shown) -> Iterator[Row]:
    style = shown.sample.style
    for label, tally in sorted(style.tallies.items()):
        for name, figure in style.figures.items():
            places = [at for at, _ in tally.series(name)] if figure.by else [None]
            for at in places:
                found = {"bot": label, "figure": name, "by": figure.by or None, "at": at}
                yield _head(shown) | found | _spread("value", tally.estimate(name, at))
