"""Copies a store row by row: from one kind of database to another, or out of a damaged file."""

from __future__ import annotations

import itertools
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from kibitz.core.sql import open_engine, url_of
from kibitz.core.sql_salvage import Salvage

FETCH = 1000  # rows in memory


def engine_of_file(file: Path) -> sa.Engine:
    """Return an engine for a file that is being made; it leaves no log beside the file."""
    engine = open_engine(url_of(file), synchronous="FULL")

    def plain(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=DELETE")

    sa.event.listen(engine, "connect", plain)
    return engine


def copy_store(source: sa.Connection, target: sa.Connection, metadata: sa.MetaData) -> int:
    """Copy all rows into tables that are made where they are missing; return how many."""
    metadata.create_all(target)
    copied = 0
    for table in metadata.sorted_tables:
        if not sa.inspect(source).has_table(table.name):
            continue  # an older store lacks it
        reading = source.execution_options(yield_per=FETCH)
        found = iter(reading.execute(sa.select(table)).mappings())
        while chunk := [dict(row) for row in itertools.islice(found, FETCH)]:
            target.execute(sa.insert(table), chunk)
            copied += len(chunk)
    if target.dialect.name == "postgresql":
        _continue_numbering(target, metadata)
    return copied


def rows_in(connection: sa.Connection, metadata: sa.MetaData) -> bool:
    """Whether a database already has rows in any of these tables."""
    known = sa.inspect(connection).get_table_names()
    return any(
        connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first()
        for table in metadata.sorted_tables
        if table.name in known
    )


def salvage_store(
    source: sqlite3.Connection, target: sa.Connection, metadata: sa.MetaData
) -> dict[str, int]:
    """Copy the readable rows of a damaged file; return the rows lost, by table."""
    metadata.create_all(target)
    target.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
    lost: dict[str, int] = {}
    for table in metadata.sorted_tables:
        reader = Salvage(source, table)
        names = ", ".join(f'"{name}"' for name in reader.columns)
        marks = ", ".join("?" * len(reader.columns))
        # Rows that the table cannot hold (a missing value, a key twice) are left out.
        insert = f'INSERT OR IGNORE INTO "{table.name}" ({names}) VALUES ({marks})'
        pending = reader.rows(_groups(target, table))
        while chunk := list(itertools.islice(pending, FETCH)):
            target.exec_driver_sql(insert, chunk)
        if reader.lost:
            lost[table.name] = reader.lost
    return lost


def _groups(target: sa.Connection, table: sa.Table) -> list[Any]:
    """Return the keys that the first key column of a table refers to, salvaged before it."""
    first = next(iter(table.primary_key.columns), None)
    refers = None if first is None else next(iter(first.foreign_keys), None)
    if refers is None:
        return []
    return list(target.execute(sa.select(refers.column).order_by(refers.column)).scalars())


def _continue_numbering(target: sa.Connection, metadata: sa.MetaData) -> None:
    """Let PostgreSQL number new rows from the largest number on."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None or column.foreign_keys:
            continue
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        highest = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
        target.execute(sa.select(sa.func.setval(sequence, highest, False)))
