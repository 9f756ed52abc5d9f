"""The figures of a report as tables for other programs: CSV always, Parquet if pyarrow is there.

leaderboard   a row per bot: all columns of columns.py
matrix        a row for every two bots that met
curve         ratings after increasing numbers of units
style         a row per style figure
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz.arena.board import columns
from kibitz.arena.board.columns import spread
from kibitz.arena.board.report.board_page import Shown
from kibitz.core.files import named, write_atomic

Row = dict[str, Any]


def tables(boards: Sequence[Shown]) -> dict[str, list[Row]]:
    """Return all tables, by name."""
    return {
        "leaderboard": [row for shown in boards for row in _leaderboard(shown)],
        "matrix": [row for shown in boards for row in _matrix(shown)],
        "curve": [row for shown in boards for row in _curve(shown)],
        "style": [row for shown in boards for row in _style(shown)],
    }


def write(boards: Sequence[Shown], folder: Path) -> tuple[list[Path], bool]:
    """Write the tables; return the files, and whether they include Parquet."""
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


def _leaderboard(shown: Shown) -> Iterator[Row]:
    for row in shown.rows:
        bot = {"bot": row.label, "kind": row.entrant.kind, "hash": row.entrant.hash}
        yield _head(shown) | bot | columns.cells(row)


def _matrix(shown: Shown) -> Iterator[Row]:
    for (a, b), meeting in sorted(shown.board.meetings.items()):
        found = {"bot": a, "other": b, "units": len(meeting.units)}
        elo = shown.board.elo(a, b)
        yield _head(shown) | found | spread("score", meeting.score) | spread("elo", elo)


def _curve(shown: Shown) -> Iterator[Row]:
    for units, ratings in shown.curve:
        for label in ratings.labels:
            found = {"units": units, "bot": label}
            yield _head(shown) | found | spread("elo", ratings.rating(label))


def _style(shown: Shown) -> Iterator[Row]:
    style = shown.sample.style
    for label, tally in sorted(style.tallies.items()):
        for name, figure in style.figures.items():
            places = [at for at, _ in tally.series(name)] if figure.by else [None]
            for at in places:
                found = {"bot": label, "figure": name, "by": figure.by or None, "at": at}
                yield (
                    _head(shown)
                    | found
                    | spread("value", tally.estimate(name, at, share=figure.share))
                )
