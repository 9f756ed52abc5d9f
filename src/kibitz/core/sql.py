"""Opens the databases that Kibitz writes: an SQLite file, or a PostgreSQL server by URL.

The arena's results (arena/store) and a server's tables (table/store.py) share what is here: parsing
of addresses, SQLite settings, and one error for an unusable store. SQLite runs with a write-ahead
log, so readers never wait. SQLAlchemy is slow to import and is imported only when a store is
opened.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kibitz.core.errors import KibitzError, MissingExtra
from kibitz.core.extras import install
from kibitz.core.files import named

if TYPE_CHECKING:
    from sqlalchemy import URL, Engine

# NORMAL survives the death of the process; FULL also survives a crash of the machine, at the cost
# of a flush per commit.
Synchronous = Literal["NORMAL", "FULL"]
BUSY_SECONDS = 60.0  # how long one writer waits for another


class BadStore(KibitzError):
    """A store cannot be opened, read or written."""

    code = "bad_store"


def shown(place: str) -> str:
    """An address that is safe to display: without user, password and query."""
    scheme, mark, rest = place.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}" if mark else place


def url_of(place: str | Path) -> URL:
    """The URL of a store: a path is an SQLite file, anything with :// an address."""
    from sqlalchemy import URL
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    text = str(place)
    if "://" not in text:
        return URL.create("sqlite+pysqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadStore(f"{shown(text)!r} is not a valid address of a store") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadStore(
            f"a store must be a file or postgresql://user@host/database, not {url.drivername}://"
        )
    return url


def file_of(url: URL) -> Path | None:
    """The file of an SQLite store; None for a server or a store in memory."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database)).expanduser()


def make_folder(file: Path) -> None:
    """Create the folder of a store that is about to be written."""
    with named(file.parent, "make"):
        file.parent.mkdir(parents=True, exist_ok=True)


def open_engine(
    url: URL, *, synchronous: Synchronous = "NORMAL", busy_seconds: float = BUSY_SECONDS
) -> Engine:
    """Return an engine for a store. Writing transactions set the execution option `writes`."""
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import SQLAlchemyError

    if url.get_backend_name() == "postgresql":
        try:
            return create_engine(url, pool_pre_ping=True)
        except ModuleNotFoundError:
            raise MissingExtra(
                f"a store on PostgreSQL needs psycopg: {install('postgres')}"
            ) from None
        except SQLAlchemyError as error:
            raise BadStore(f"{url.drivername}:// cannot be opened: {reason(error)}") from None

    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # `_begin` starts transactions
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", f"synchronous={synchronous}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    engine = create_engine(url, connect_args={"timeout": busy_seconds})
    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Any) -> None:
    # Take the write lock at once: of two readers that upgrade, one would fail.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def reason(error: Exception) -> str:
    """The database's message in one line, without the statement and its values."""
    inner = getattr(error, "orig", None) or error
    return " ".join(str(inner).split()) or type(inner).__name__
