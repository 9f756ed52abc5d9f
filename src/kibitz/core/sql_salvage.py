"""Reads what can be read of a damaged SQLite file.

A damaged page makes every query fail that touches it, and no other. A table is therefore read by
ranges of its key: a range that fails is halved until the rows on the damaged page are alone. Rows
that cannot be read are counted, not guessed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa

FAILURES_MAX = 20_000  # queries that may fail before the rest of a table is given up
BEYOND = 10_000  # keys to try beyond the last readable row, where the largest is unknown
CHUNK = 5_000  # rows in memory

Row = tuple[Any, ...]


class Salvage:
    """Reads one table; `lost` counts the keys that could not be read."""

    def __init__(self, connection: sqlite3.Connection, table: sa.Table) -> None:
        self.connection, self.table = connection, table
        self.columns = [column.name for column in table.columns]
        self.lost = 0
        self._failures = 0

    def rows(self, groups: Sequence[Any] = ()) -> Iterator[Row]:
        """Yield the readable rows.

        A table without row ids has a key of two columns; `groups` are the values of the first.
        """
        if self.table.dialect_options["sqlite"]["with_rowid"]:
            yield from self._ranges("rowid", "1 = 1", ())
            return
        first, key = self.table.primary_key.columns.keys()
        for group in groups:
            yield from self._ranges(f'"{key}"', f'"{first}" = ?', (group,))

    def _ranges(self, key: str, where: str, values: Row) -> Iterator[Row]:
        low, high = self._bounds(key, where, values)
        if low is None or high is None:
            return
        pending = [(start, min(start + CHUNK - 1, high)) for start in range(low, high + 1, CHUNK)]
        pending.reverse()
        names = ", ".join(f'"{name}"' for name in self.columns)
        query = (
            f'SELECT {names} FROM "{self.table.name}" NOT INDEXED '
            f"WHERE {where} AND {key} BETWEEN ? AND ? ORDER BY {key}"
        )
        while pending:
            start, end = pending.pop()
            found = self._try(lambda: self.connection.execute(query, (*values, start, end)))  # noqa: B023
            if found is not None:
                yield from found
            elif start == end or self._failures > FAILURES_MAX:
                self.lost += end - start + 1
            else:
                middle = (start + end) // 2
                pending += [(middle + 1, end), (start, middle)]

    def _bounds(self, key: str, where: str, values: Row) -> tuple[int | None, int | None]:
        """Return the smallest and the largest key, or limits that hold them."""

        def ask(what: str, more: str = "") -> list[Row] | None:
            query = f'SELECT {what} FROM "{self.table.name}" {more} WHERE {where}'
            return self._try(lambda: self.connection.execute(query, values))

        lowest, highest = ask(f"min({key})"), ask(f"max({key})")
        low = 0 if lowest is None else lowest[0][0]
        if highest is not None:
            return low, highest[0][0]
        # Rows are never deleted, so there are no more keys than rows: an index can count them.
        counted = ask("count(*)")
        high = low + BEYOND if counted is None else low + int(counted[0][0]) + 1
        return low, self._last_readable(key, where, values, high)

    def _last_readable(self, key: str, where: str, values: Row, high: int) -> int:
        query = f'SELECT {key} FROM "{self.table.name}" NOT INDEXED WHERE {where} ORDER BY {key}'
        try:
            for (key_read,) in self.connection.execute(query, values):
                high = max(high, key_read + 1)
        except sqlite3.DatabaseError:
            pass
        return high

    def _try(self, ask: Callable[[], sqlite3.Cursor]) -> list[Row] | None:
        try:
            return ask().fetchall()
        except sqlite3.DatabaseError:
            self._failures += 1
            return None
