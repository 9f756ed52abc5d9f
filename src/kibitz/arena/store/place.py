"""Where the store is: a file of SQLite by default, a PostgreSQL server by URL.

    open_store()                                     KIBITZ_STORE, else the user's own arena.db
    open_store("results.db")                         a file
    open_store("postgresql://me@server/kibitz")      a server

SQLite runs with a write-ahead log: readers never wait, and what was committed survives the death
of the process.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from kibitz.arena.store.store import BadStore, Store
from kibitz.core.errors import MissingExtra
from kibitz.core.files import named

VARIABLE = "KIBITZ_STORE"
HOME = "KIBITZ_HOME"
FILE = "arena.db"
BUSY_SECONDS = 60  # how long one writer waits for another


def default_place() -> str:
    """KIBITZ_STORE; else arena.db in KIBITZ_HOME, XDG_STATE_HOME/kibitz or ~/.local/state/kibitz.

    These are the folders where games at the terminal are kept too.
    """
    if chosen := os.environ.get(VARIABLE, ""):
        return chosen
    if home := os.environ.get(HOME, ""):
        return str(Path(home).expanduser() / FILE)
    if state := os.environ.get("XDG_STATE_HOME", ""):
        return str(Path(state) / "kibitz" / FILE)
    return str(Path.home() / ".local" / "state" / "kibitz" / FILE)


def shown(place: str) -> str:
    """A place as anybody may read it: of an address neither user nor password."""
    scheme, mark, rest = place.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}" if mark else place


def open_store(place: str | Path | None = None, *, create: bool = True) -> Store:
    """Open a store, brought to this version; `create=False` refuses a file that is not there."""
    text = str(place) if place is not None else default_place()
    url = _url(text)
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        _prepare_file(Path(str(url.database)), create)
    engine = _engine(url)
    try:
        return Store(engine)
    except BaseException:
        engine.dispose()
        raise


def _url(text: str) -> URL:
    if "://" not in text:
        return URL.create("sqlite+pysqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadStore(f"{shown(text)!r} is no address of a store") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadStore(
            f"a store is a file or postgresql://user@host/database, not {url.drivername}://"
        )
    return url


def _prepare_file(path: Path, create: bool) -> None:
    if not path.exists() and not create:
        raise BadStore(f"there is no store {path} yet: nothing has been played into it")
    with named(path.parent, "make"):
        path.parent.mkdir(parents=True, exist_ok=True)


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        try:
            return create_engine(url, pool_pre_ping=True)
        except ModuleNotFoundError:
            raise MissingExtra(
                "a store on PostgreSQL needs psycopg: pip install 'kibitz[postgres]'"
            ) from None
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, below
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin(connection: Any) -> None:
    # At once a writer: two that upgrade from reading could not both go on.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
