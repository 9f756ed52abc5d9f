"""The store itself: matches are begun or found again, results are added and read.

    with open_store("results.db") as store:
        for match in store.matches():
            for result in store.results(match.id): ...

A game that is already stored stays unchanged. Readers only get complete units: part of a rotation
would favour some seats. Writes are retried if the connection to a server is lost
(core/sql_retry.py), so every write is idempotent.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, Row, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from kibitz._version import __version__
from kibitz.arena.errors import UnknownMatch
from kibitz.arena.result import Entrant, MatchInfo, NewMatch, Result
from kibitz.arena.store import rows, schema
from kibitz.arena.store.schema import bots, entrants, games, matches
from kibitz.core.sql import BadStore, reason
from kibitz.core.sql_retry import is_lost, retry, was_there

MATCH_MAX = 2**31 - 1  # upper limit of the match column
FETCH = 1000  # rows held in memory while reading

T = TypeVar("T")


class Store:
    """An open store. Create it with `open_store`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._write(schema.migrate, "open", lost=was_there)

    @property
    def place(self) -> str:
        """Return where it is, for people: without a password."""
        url = self.engine.url
        if url.get_backend_name() == "sqlite":
            return str(url.database or ":memory:")
        return url.set(query={}).render_as_string(hide_password=True)  # the query may hold one too

    # Reading ------------------------------------------------------------------------------------

    def matches(self) -> list[MatchInfo]:
        """Return all matches, oldest first."""
        with self._read() as connection:
            found = connection.execute(select(matches).order_by(matches.c.id)).all()
            return [self._info(connection, row) for row in found]

    def match(self, match_id: int) -> MatchInfo:
        with self._read() as connection:
            query = select(matches).where(matches.c.id == match_id)
            # A number too large for the column would fail differently in each database.
            possible = 0 <= match_id <= MATCH_MAX
            row = connection.execute(query).one_or_none() if possible else None
            if row is None:
                raise UnknownMatch(f"there is no match {match_id} in {self.place}")
            return self._info(connection, row)

    def has(self, key: str) -> bool:
        """Whether a match of this plan has begun."""
        with self._read() as connection:
            found = connection.execute(select(matches.c.id).where(matches.c.key == key))
            return found.first() is not None

    def entrants(self, match_id: int) -> tuple[Entrant, ...]:
        """Return the bots of a match, in the order they were named."""
        with self._read() as connection:
            return _entrants(connection, match_id)

    def results(self, match_id: int, records: bool = False) -> Iterator[Result]:
        """Yield the finished games of a match in schedule order.

        Only complete and planned units are included: a test that stopped early may have a few more
        games. `records` also reads the replayable records, which takes longer.
        """
        info = self.match(match_id)
        replayed = rows.Records(info) if records else None
        columns = [column for column in games.c if records or column.name != "actions"]
        query = (
            select(*columns)
            .where(games.c.match == match_id, games.c.unit < info.planned)
            .order_by(games.c.number)
        )
        with self._read() as connection:
            options = connection.execution_options(yield_per=FETCH)
            for _, unit in itertools.groupby(options.execute(query), key=lambda row: row.unit):
                found = list(unit)
                if len(found) == found[0].size:
                    for row in found:
                        yield rows.result(row, info.labels, replayed)

    def games(
        self, match_id: int, *, offset: int = 0, limit: int = 50, records: bool = False
    ) -> list[Result]:
        """Return some games of a match from an index in its schedule on, in complete units or not.

        Without `records` a result has "" for a record that was kept.
        """
        info = self.match(match_id)
        replayed = rows.Records(info) if records else None
        query = (
            select(games)
            .where(games.c.match == match_id, games.c.number >= offset)
            .order_by(games.c.number)
            .limit(limit)
        )
        with self._read() as connection:
            found = []
            for row in connection.execute(query):
                result = rows.result(row, info.labels, replayed)
                kept = replayed is None and row.actions is not None
                found.append(replace(result, record="") if kept else result)
            return found

    def outcomes(self, match_id: int) -> Iterator[rows.Outcome]:
        """Yield what a running match must know about every stored game, unit complete or not."""
        query = select(*(games.c[name] for name in rows.Outcome._fields))
        query = query.where(games.c.match == match_id).order_by(games.c.number)
        with self._read() as connection:
            options = connection.execution_options(yield_per=FETCH)
            for row in options.execute(query):
                yield rows.Outcome(*row)

    # Writing ------------------------------------------------------------------------------------

    def begin(self, match: NewMatch) -> MatchInfo:
        """Find an existing match or store a new one; more units may be planned than before."""
        return self.match(self._write(lambda connection: _begin(connection, match)))

    def plan(self, match_id: int, units: int) -> None:
        """Set the number of units of the match; a test that has ended lowers it."""
        self._write(lambda connection: _plan(connection, match_id, units))

    def add(self, match_id: int, results: Iterable[Result]) -> None:
        """Add complete units in one transaction; games that are already stored stay unchanged."""
        labels = {label: place for place, label in enumerate(self.match(match_id).labels)}
        given = list(results)
        sizes = Counter(result.unit for result in given)
        self.add_rows(match_id, [rows.row(result, sizes[result.unit], labels) for result in given])

    def add_rows(self, match_id: int, found: Sequence[rows.GameRow]) -> None:
        """Do the same for games that are already rows, as sent by workers."""
        if not found:
            return
        # As plain text: building the statement for each row would take most of the time.
        values = [(match_id, *row) for row in found]
        self._write(lambda connection: connection.exec_driver_sql(self._insert, values))

    # Helpers ------------------------------------------------------------------------------------

    @cached_property
    def _insert(self) -> str:
        """Return the statement that inserts games and skips existing ones."""
        mark = "?" if self.engine.dialect.paramstyle == "qmark" else "%s"
        marks = ", ".join([mark] * (len(rows.COLUMNS) + 1))
        columns = ", ".join(('"match"', *rows.COLUMNS))
        return f"INSERT INTO games ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"

    def _write(
        self,
        work: Callable[[Connection], T],
        verb: str = "write",
        lost: Callable[[DBAPIError], bool] = is_lost,
    ) -> T:
        """Run a transaction: all of it is written, or nothing."""
        writer = self.engine.execution_options(writes=True)

        def once() -> T:
            with writer.begin() as connection:
                return work(connection)

        with self._named(verb):
            return retry(once, lost=lost)

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with self._named("read"), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _named(self, verb: str) -> Iterator[None]:
        """Turn a database error into a BadStore."""
        try:
            yield
        except SQLAlchemyError as error:
            raise BadStore(f"cannot {verb} the store {self.place}: {reason(error)}") from None

    def _info(self, connection: Connection, row: Row[Any]) -> MatchInfo:
        whole = (
            select(func.count().label("played"))
            .where(games.c.match == row.id, games.c.unit < row.planned)
            .group_by(games.c.unit)
            .having(func.count() == func.max(games.c.size))
            .subquery()
        )
        query = select(func.coalesce(func.sum(whole.c.played), 0), func.count()).select_from(whole)
        played, units = connection.execute(query).one()
        return MatchInfo(
            id=row.id,
            kind=row.kind,
            game=row.game,
            options=json.loads(row.options),
            rules=row.rules,
            seed=rows.unsigned(row.seed),
            created=datetime.fromisoformat(row.created),
            planned=row.planned,
            done=units,
            games=int(played),
            settings=json.loads(row.settings),
            entrants=_entrants(connection, row.id),
        )

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _entrants(connection: Connection, match_id: int) -> tuple[Entrant, ...]:
    query = (
        select(entrants.c.label, entrants.c.name, bots.c.hash, bots.c.kind, bots.c.content)
        .join(bots, entrants.c.bot == bots.c.hash)
        .where(entrants.c.match == match_id)
        .order_by(entrants.c.place)
    )
    return tuple(
        Entrant(row.label, row.name, row.hash, row.kind, json.loads(row.content))
        for row in connection.execute(query)
    )


def _begin(connection: Connection, match: NewMatch) -> int:
    """Return the number of a match, storing it if it is new."""
    query = select(matches.c.id, matches.c.planned).where(matches.c.key == match.key)
    found = connection.execute(query).one_or_none()
    if found is None:
        inserted = _insert_match(connection, match)
        if inserted is not None:
            return inserted
        found = connection.execute(query).one()  # another process has begun it meanwhile
    if found.planned < match.planned:
        _plan(connection, found.id, match.planned)
    return int(found.id)


def _insert_match(connection: Connection, match: NewMatch) -> int | None:
    """Store a match; None if it already exists."""
    values = {
        "key": match.key,
        "kind": match.kind,
        "game": match.game,
        "options": json.dumps(match.options, sort_keys=True),
        "rules": match.rules,
        "seed": rows.signed(match.seed),
        "settings": json.dumps(match.settings, sort_keys=True),
        "planned": match.planned,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "kibitz": __version__,
    }
    new_match = _insert_new(connection.dialect.name, matches)
    found = connection.execute(new_match.values(**values).returning(matches.c.id)).scalar()
    if found is None:
        return None
    match_id = int(found)
    new_bots = _insert_new(connection.dialect.name, bots)
    for place, one in enumerate(match.entrants):
        content = json.dumps(one.content, sort_keys=True)
        bot = {"hash": one.hash, "game": match.game, "name": one.name, "kind": one.kind}
        connection.execute(new_bots, bot | {"content": content})
        entrant = {"match": match_id, "place": place, "label": one.label, "name": one.name}
        connection.execute(insert(entrants).values(**entrant, bot=one.hash))
    return match_id


def _plan(connection: Connection, match_id: int, units: int) -> None:
    connection.execute(update(matches).where(matches.c.id == match_id).values(planned=units))


def _insert_new(dialect: str, table: Any) -> Any:
    """Return an insert that skips existing rows, in the dialect's own syntax."""
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return make(table).on_conflict_do_nothing()
