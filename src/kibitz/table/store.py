"""The store of tables: every event is on disk before anyone hears of it.

SQLite in WAL mode by default, PostgreSQL if given its address, both through SQLAlchemy Core. A
table is a row with its setup plus numbered events; loading replays them. A dedicated thread writes:
everything that arrived while it was busy goes into one transaction with one flush (group commit),
and commits are at least WINDOW_SECONDS apart so that many tables share a flush. A single move on a
quiet server waits for nothing else.

`append` returns a future that completes once the event is on disk. The primary key (table, seq)
makes it impossible to store an event twice.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from kibitz.core.errors import KibitzError
from kibitz.core.files import FileInUse, Lock, named
from kibitz.core.sql import BadStore, file_of, make_folder, open_engine, reason, shown, url_of
from kibitz.table import events
from kibitz.table.errors import DamagedTable, TableRefusal
from kibitz.table.setup import Setup
from kibitz.table.step import create, step
from kibitz.table.table import Table

log = logging.getLogger("kibitz.web")

WINDOW_SECONDS = 0.01  # between two commits
BUSY_SECONDS = 10  # how long SQLite waits for another process
FORMAT = 1  # version of the rows' contents
FIRST_GAME = ".1"  # ends the id of the record of a table's first game
ADVISORY = 0x6B696269747A  # key of our advisory lock in PostgreSQL
CREATING = ADVISORY + 1  # held while something missing is made
HOLD_SECONDS = 2.0  # how long a server waits for the lock of one that has just ended
HOLD_PAUSE_SECONDS = 0.05

metadata = sa.MetaData()
TABLES = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Index("tables_over", "over"),
)
EVENTS = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
)
RECORDS = sa.Table(
    "records",
    metadata,
    sa.Column("id", sa.String(48), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Index("records_ended", "ended"),
    sa.Index("records_game", "game", "ended"),
)
# Who played in a finished game: an unlisted one is visible to them, and to anyone with its link.
RECORD_PLAYERS = sa.Table(
    "record_players",
    metadata,
    sa.Column("record_id", sa.String(48), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
)
# Who plays the deal of a day, and at which table; its first game counts.
DAILY = sa.Table(
    "daily",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
)
# What a review of a person's own game came to.
REVIEWS = sa.Table(
    "reviews",
    metadata,
    sa.Column("record_id", sa.String(48), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("about", sa.Text, nullable=False),
)
SETTINGS = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

_ADD_TABLE = sa.insert(TABLES)
_ADD_EVENT = sa.insert(EVENTS)
_SET_OVER = (
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("which"))
    .values(over=sa.bindparam("is_over"))
)
# As written by `add_table`. No user text can match this, because its quotes are escaped.
_UNLISTED = TABLES.c.setup.contains('"listed": false')


def _insert_once(table: sa.Table) -> sa.Insert:
    """Insert a row unless a write before a crash already did; an existing row stays unchanged."""
    row = {column.name: sa.bindparam(column.name, type_=column.type) for column in table.columns}
    same = sa.and_(*(column == row[column.name] for column in table.primary_key.columns))
    new = ~sa.exists(sa.select(sa.literal(1)).select_from(table).where(same))
    return sa.insert(table).from_select(list(row), sa.select(*row.values()).where(new))


_ADD_RECORD = _insert_once(RECORDS)
_ADD_RECORD_PLAYER = _insert_once(RECORD_PLAYERS)
_ADD_DAILY = _insert_once(DAILY)
_ADD_REVIEW = _insert_once(REVIEWS)
_SET_REVIEW = (
    sa.update(REVIEWS)
    .where(REVIEWS.c.record_id == sa.bindparam("which"))
    .where(REVIEWS.c.seat == sa.bindparam("whose"))
    .values(about=sa.bindparam("new"))
)


class NotKept(TableRefusal):
    """The disk or the database rejected the write; nothing was changed."""

    code = "not_kept"
    fault = "us"


@dataclass(frozen=True)
class _Write:
    """A statement with its values, and the future that waits for it."""

    statement: Any
    row: dict[str, Any]
    kept: Future[None]


class Store:
    """The tables, events and records of a server.

    One process at a time may use it or, with `together`, several that claim their tables
    (claims.py): for that it must be a PostgreSQL database.
    """

    def __init__(
        self,
        address: str | Path,
        window_seconds: float = WINDOW_SECONDS,
        *,
        together: bool = False,
    ) -> None:
        self.window_seconds = window_seconds
        self.together = together
        self._lock: Lock | None = None
        self._hold: sa.Connection | None = None
        self.engine = self._open(address)
        self._writing = self.engine.execution_options(writes=True)
        try:
            with creating(self._writing) as connection:
                metadata.create_all(connection)
        except sa.exc.SQLAlchemyError as error:
            self._release()
            raise BadStore(f"the store cannot be opened: {reason(error)}") from None
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="kibitz store", daemon=True)
        self._writer.start()

    def _open(self, address: str | Path) -> sa.Engine:
        """Open a file or a database; either is held by one server at a time."""
        url = url_of(address)
        engine = open_engine(url, synchronous="FULL", busy_seconds=BUSY_SECONDS)
        file = file_of(url)
        if self.together and url.get_backend_name() != "postgresql":
            raise BadStore("only a PostgreSQL store can be shared by several servers")
        if file is None:
            try:
                self._hold = engine.connect()
            except sa.exc.SQLAlchemyError as error:
                raise BadStore(f"the store cannot be opened: {reason(error)}") from None
            self._hold_it(str(address))
            return engine
        make_folder(file)
        with named(file, "open"):
            file = file.resolve()  # one lock for a store, by whatever link it is opened
        self._lock = Lock(file.with_name(file.name + ".lock"), f"the store {file}")
        with named(file, "open"):
            file.touch(mode=0o600)  # it holds the seeds of games under way
        return engine

    def _hold_it(self, text: str) -> None:
        """Take a PostgreSQL lock that ends with its connection, to keep other servers out.

        Servers that work together share it, which keeps out those that would work alone. PostgreSQL
        notices the end of a killed server's connection a moment later, hence a few attempts.
        """
        assert self._hold is not None
        if self._hold.dialect.name != "postgresql":
            return
        lock = sa.func.pg_try_advisory_lock
        if self.together:
            lock = sa.func.pg_try_advisory_lock_shared
        until = time.monotonic() + HOLD_SECONDS
        while not (held := self._hold.execute(sa.select(lock(ADVISORY))).scalar()):
            if time.monotonic() >= until:
                break
            time.sleep(HOLD_PAUSE_SECONDS)
        self._hold.commit()
        if not held:
            self._release()
            advice = "; servers that share it all need --together" if self.together else ""
            raise FileInUse(f"the store {shown(text)} is open in another process{advice}")

    def close(self) -> None:
        """Write what is pending and release the store."""
        self._queue.put(None)
        self._writer.join()
        self._release()
        self.engine.dispose()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
        if self._hold is not None:
            if self._hold.dialect.name == "postgresql":
                with contextlib.suppress(sa.exc.SQLAlchemyError):  # a server that is gone
                    self._hold.execute(sa.select(sa.func.pg_advisory_unlock_all()))
            self._hold.invalidate()  # closed, not returned to the pool: the lock ends with it
            self._hold.close()

    # Writing ------------------------------------------------------------------------------------

    def add_table(self, table: Table, name: str) -> Future[None]:
        row = {
            "id": table.id,
            "format": FORMAT,
            "setup": json.dumps(table.setup.as_dict()),
            "host": table.host,
            "name": name,
            "created": table.created,
            "over": False,
        }
        return self._write(_ADD_TABLE, row)

    def append(self, table: Table, event: events.Event, now: float) -> Future[None]:
        """Store the event that led to this table."""
        row = {"table_id": table.id, "seq": table.seq, "at": now, "event": events.write(event)}
        return self._write(_ADD_EVENT, row)

    def set_over(self, table_id: str, over: bool) -> Future[None]:
        """Record whether a table can be skipped when the server starts."""
        return self._write(_SET_OVER, {"which": table_id, "is_over": over})

    def add_record(self, record: dict[str, Any], players: Sequence[str] = ()) -> Future[None]:
        """Store a finished game and its players; repeating this after a crash changes nothing."""
        for player in players:
            self._write(_ADD_RECORD_PLAYER, {"record_id": record["id"], "player": player})
        return self._write(_ADD_RECORD, record)

    def add_daily(self, day: str, game: str, player: str, table_id: str) -> Future[None]:
        """Store who plays the deal of a day at which table; the first table stays."""
        row = {"day": day, "game": game, "player": player, "table_id": table_id}
        return self._write(_ADD_DAILY, row)

    def add_review(
        self, record_id: str, seat: int, about: str, *, complete: bool = True
    ) -> Future[None]:
        """Store what a review came to; only a complete one replaces another."""
        if complete:  # in this order, a crash between the two loses nothing
            self._write(_SET_REVIEW, {"which": record_id, "whose": seat, "new": about})
        row = {"record_id": record_id, "seat": seat, "about": about}
        return self._write(_ADD_REVIEW, row)

    def _write(self, statement: Any, row: dict[str, Any]) -> Future[None]:
        kept: Future[None] = Future()
        kept.set_running_or_notify_cancel()  # from now on it cannot be cancelled
        self._queue.put(_Write(statement, row, kept))
        return kept

    def _write_all(self) -> None:
        """Run the writer thread: one transaction after another."""
        last = 0.0
        ended = False
        while not ended:
            first = self._queue.get()
            wait = last + self.window_seconds - time.monotonic()
            if first is not None and wait > 0:
                time.sleep(wait)
            batch, ended = self._collect(first)
            if batch:
                self._commit(batch)
                last = time.monotonic()

    def _collect(self, first: _Write | None) -> tuple[list[_Write], bool]:
        """Return all pending writes, and whether they are the last."""
        batch: list[_Write] = []
        item = first
        while item is not None:
            batch.append(item)
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: list[_Write]) -> None:
        """Write all in one transaction; if that fails, one by one, to isolate the bad write."""
        error = self._try(batch)
        if error is not None and len(batch) > 1:
            for write in batch:
                _settle([write], self._try([write]))
            return
        _settle(batch, error)

    def _try(self, batch: list[_Write]) -> Exception | None:
        try:
            with self._writing.begin() as connection:
                for statement, row in _grouped(batch):
                    connection.execute(statement, row)
        except Exception as error:  # noqa: BLE001 (the writer must survive, and callers must get an answer)
            return error
        return None

    # Reading ------------------------------------------------------------------------------------

    def load(self, table_id: str) -> Table | None:
        """Rebuild a table by replaying its events; None if there is no such table."""
        with self._reading(f"table {table_id}") as connection:
            row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id)).first()
            if row is None:
                return None
            query = sa.select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
            kept = connection.execute(query).all()
        table = None
        for table in replay(row, kept):  # noqa: B007 (the last one is wanted)
            pass
        return table

    @contextlib.contextmanager
    def _reading(self, what: str) -> Iterator[sa.Connection]:
        """Read from the database; what it cannot read is damaged."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise DamagedTable(f"the store cannot read {what}: {reason(error)}") from None

    def unfinished(self) -> list[str]:
        """Return the tables that a server resumes when it starts; of a damaged store, those that
        can be listed."""
        query = sa.select(TABLES.c.id).where(~TABLES.c.over).order_by(TABLES.c.created)
        try:
            with self._reading("the list of tables") as connection:
                return [row.id for row in connection.execute(query)]
        except DamagedTable as error:
            log.error("%s", error)
        return self._listed()

    def _listed(self) -> list[str]:
        """List tables from both ends of a damaged file, up to where it cannot be read."""
        found: dict[str, bool] = {}
        for order in (TABLES.c.id.asc(), TABLES.c.id.desc()):
            with contextlib.suppress(sa.exc.SQLAlchemyError), self.engine.connect() as connection:
                for row in connection.execute(sa.select(TABLES.c.id).order_by(order)):
                    found[row.id] = True
        return list(found)

    def records(
        self,
        game: str | None = None,
        limit: int = 50,
        before: float | None = None,
        player: str | None = None,
        mine: bool = False,
    ) -> list[dict[str, Any]]:
        """Return finished games, latest first: those of listed tables, and the player's own.

        With `mine`, only the player's own.
        """
        unlisted = sa.exists().where(TABLES.c.id == RECORDS.c.table_id, _UNLISTED)
        query = sa.select(RECORDS).order_by(RECORDS.c.ended.desc()).limit(limit)
        if mine:
            query = query.where(_own(player or ""))
        else:
            query = query.where(~unlisted if player is None else ~unlisted | _own(player))
        if game is not None:
            query = query.where(RECORDS.c.game == game)
        if before is not None:
            query = query.where(RECORDS.c.ended < before)
        with self._reading("the records") as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def record(self, record_id: str) -> dict[str, Any] | None:
        with self._reading("this record") as connection:
            query = sa.select(RECORDS).where(RECORDS.c.id == record_id)
            row = connection.execute(query).mappings().first()
        return None if row is None else dict(row)

    def daily(self, day: str) -> list[dict[str, Any]]:
        """Return who plays the deals of a day, each with the record once it is finished."""
        query = (
            sa.select(DAILY.c.game, DAILY.c.player, DAILY.c.table_id, RECORDS.c.id, RECORDS.c.about)
            .outerjoin(RECORDS, RECORDS.c.id == DAILY.c.table_id + FIRST_GAME)
            .where(DAILY.c.day == day)
        )
        with self._reading("the deals of the day") as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    def reviews(self, record_ids: Sequence[str]) -> dict[tuple[str, int], str]:
        """Return what reviews of these records came to, by record and seat."""
        query = sa.select(REVIEWS).where(REVIEWS.c.record_id.in_(record_ids))
        with self._reading("the reviews") as connection:
            return {(row.record_id, row.seat): row.about for row in connection.execute(query)}

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """Return a stored value, making it the first time."""
        query = sa.select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        with creating(self._writing) as connection:
            found = connection.execute(query).scalar()
            if found is None:
                found = make()
                connection.execute(sa.insert(SETTINGS), {"name": name, "value": found})
        return str(found)


@contextlib.contextmanager
def creating(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Begin a transaction that makes what may be missing: one process after another."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(CREATING)))
        yield connection


def _own(player: str) -> sa.ColumnElement[bool]:
    """Select a person's own records: they played in the game or set up the table."""
    host = sa.exists().where(TABLES.c.id == RECORDS.c.table_id, TABLES.c.host == player)
    sat = sa.exists().where(
        RECORD_PLAYERS.c.record_id == RECORDS.c.id, RECORD_PLAYERS.c.player == player
    )
    return host | sat


def replay(row: Any, kept: Iterable[Any]) -> Iterator[Table]:
    """Yield the table of a row as it was set up, and after each of its events."""
    if row.format != FORMAT:
        raise DamagedTable(f"table {row.id} has format {row.format}; expected {FORMAT}")
    try:
        setup = Setup.of(json.loads(row.setup)).check()
        table = create(row.id, setup, row.host, row.name, row.created)
        yield table
        for one in kept:
            if one.seq != table.seq + 1:
                raise DamagedTable(f"event {table.seq + 1} of table {row.id} is missing")
            table, _ = step(table, events.read(one.event), one.at)
            yield table
    except DamagedTable:
        raise
    except KibitzError as error:  # only the code: the sentence may name cards
        raise DamagedTable(f"table {row.id} cannot be replayed: {error.code}") from error
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise DamagedTable(f"the setup or an event of table {row.id} cannot be read") from None


def _grouped(batch: list[_Write]) -> Iterator[tuple[Any, Any]]:
    """Merge neighbouring writes of the same statement into one with many rows, in order."""
    for _, group in itertools.groupby(batch, key=lambda write: id(write.statement)):
        writes = list(group)
        yield writes[0].statement, [write.row for write in writes]


def _settle(batch: list[_Write], error: Exception | None) -> None:
    for write in batch:
        if error is None:
            write.kept.set_result(None)
        else:
            write.kept.set_exception(NotKept(f"it could not be stored: {reason(error)}"))
