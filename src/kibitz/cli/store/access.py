"""Opens a store for a command: to read it while others use it, or to hold it alone."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

import sqlalchemy as sa

from kibitz.cli.store.kinds import Found
from kibitz.core.files import Lock
from kibitz.core.sql import BadStore, open_engine, reason, url_of
from kibitz.core.sql_files import StoreBusy, readable


@contextlib.contextmanager
def reading(found: Found) -> Iterator[sa.Connection]:
    """Give a connection that sees one moment of the store and changes nothing."""
    if found.file is not None:
        with readable(found.file) as raw:
            raw.isolation_level = None
            engine = sa.create_engine("sqlite://", creator=lambda: raw, poolclass=sa.StaticPool)
            with _named(found), engine.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                yield connection
        return
    engine = open_engine(url_of(found.place))
    try:
        once = engine.execution_options(isolation_level="REPEATABLE READ")
        with _named(found), once.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextlib.contextmanager
def alone(found: Found) -> Iterator[None]:
    """Hold the lock of a store in a file, so that no server starts on it meanwhile."""
    assert found.file is not None
    file = found.file.resolve()
    lock = Lock(file.with_name(file.name + ".lock"), f"the store {file}")
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def writing(found: Found) -> Iterator[sa.Connection]:
    """Give a transaction on a database server that no Kibitz server uses."""
    engine = open_engine(url_of(found.place))
    try:
        with _named(found), engine.begin() as connection:
            if found.kind.lock is not None:
                ask = sa.select(sa.func.pg_try_advisory_xact_lock(found.kind.lock))
                if not connection.execute(ask).scalar():
                    raise StoreBusy(f"{found.shown} is in use; stop the server first")
            yield connection
    finally:
        engine.dispose()


@contextlib.contextmanager
def _named(found: Found) -> Iterator[None]:
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
        raise BadStore(f"cannot read or write {found.shown}: {reason(error)}") from None
