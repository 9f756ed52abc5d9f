"""The two kinds of store, how to name one, and how to recognise one by its tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from kibitz.core.errors import KibitzError
from kibitz.core.home import arena_path, home, tables_path
from kibitz.core.sql import BadStore, file_of, shown, url_of

if TYPE_CHECKING:
    import sqlalchemy as sa

    from kibitz.core.findings import Findings

TABLES, ARENA = "tables", "arena"
MARKS = {TABLES: {"tables", "events", "records"}, ARENA: {"kibitz_schema", "matches", "games"}}

StoreArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="tables|arena|FILE|URL",
        help="The store: tables or arena for the default one, a file, or a PostgreSQL URL.",
        show_default="both",
    ),
]
KindOption = Annotated[
    str | None,
    typer.Option(
        "--kind",
        metavar="tables|arena",
        help="What is in it.",
        show_default="detected from its tables",
    ),
]


class BadKind(KibitzError):
    """A store is neither of tables nor of the arena, or it could be both."""

    code = "bad_store_kind"


class Check(Protocol):
    def __call__(self, connection: sa.Connection, *, repair: bool = False) -> Findings: ...


@dataclass(frozen=True)
class Kind:
    name: str
    metadata: sa.MetaData
    check: Check
    usual_place: Callable[[], str]
    lock: int | None  # key of the advisory lock that a server holds in PostgreSQL


@dataclass(frozen=True)
class Found:
    """A store that a command is about."""

    kind: Kind
    place: str

    @property
    def file(self) -> Path | None:
        """The file of an SQLite store; None for a database server."""
        return file_of(url_of(self.place))

    @property
    def shown(self) -> str:
        return shown(self.place)


def kind(name: str) -> Kind:
    """Return a kind by its name. SQLAlchemy is slow to import, so nothing is imported before."""
    if name == TABLES:
        from kibitz.table import check as tables
        from kibitz.table import store

        return Kind(
            TABLES, store.metadata, tables.check, lambda: str(tables_path()), store.ADVISORY
        )
    if name == ARENA:
        from kibitz.arena.store import check as arena
        from kibitz.arena.store import schema
        from kibitz.arena.store.location import default_place

        return Kind(ARENA, schema.metadata, arena.check, default_place, None)
    raise BadKind(f"a store is of kind {TABLES} or {ARENA}, not {name!r}")


def stores(given: str | None, kind_name: str | None = None) -> list[Found]:
    """Return the stores that a command is about: the given one, or both that are there."""
    if given in MARKS:
        chosen = kind(str(given))
        return [Found(chosen, chosen.usual_place())]
    if given is not None:
        return [Found(kind(kind_name or kind_of(given)), given)]
    both = [Found(one, one.usual_place()) for one in map(kind, MARKS)]
    there = [one for one in both if one.file is None or one.file.is_file()]
    if not there:
        raise BadStore(
            f"there is nothing stored in {home()} yet: kibitz serve stores tables, and "
            f"kibitz arena results ({arena_path().name})"
        )
    return there


def kind_of(place: str) -> str:
    """Recognise a store by its tables."""
    names = _table_names(place)
    kinds = [name for name, marks in MARKS.items() if marks <= names]
    if len(kinds) == 1:
        return kinds[0]
    if kinds:
        raise BadKind(f"{shown(place)} has tables and arena results: choose with --kind")
    raise BadKind(
        f"{shown(place)} is not a store of Kibitz, or too damaged to see which: if it is one, "
        "name its kind with --kind"
    )


def _table_names(place: str) -> set[str]:
    file = file_of(url_of(place))
    if file is not None:
        from kibitz.core.sql_files import readable, table_names

        with readable(file) as connection:
            return table_names(connection)
    import sqlalchemy as sa

    from kibitz.core.sql import open_engine, reason

    engine = open_engine(url_of(place))
    try:
        return set(sa.inspect(engine).get_table_names())
    except sa.exc.SQLAlchemyError as error:
        raise BadStore(f"cannot open {shown(place)}: {reason(error)}") from None
    finally:
        engine.dispose()
