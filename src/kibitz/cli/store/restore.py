"""`kibitz store restore`: put a backup where a store belongs, and keep what was there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.store.kinds import Found, KindOption, kind, kind_of
from kibitz.core.sql import BadStore


def restore(
    backup: Annotated[
        Path, typer.Argument(metavar="BACKUP", help="A file written by store backup.")
    ],
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="FILE|URL",
            help="Where to put it.",
            show_default="the default store of its kind",
        ),
    ] = None,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace", help="Replace an existing store, and keep it under another name."
        ),
    ] = False,
    kind_name: KindOption = None,
) -> None:
    """Restore a store from a backup, while no server or match is using it.

    An existing store is replaced only with --replace, and kept under another name. A PostgreSQL
    database must be empty.
    """
    from kibitz.cli.store.access import reading

    chosen = kind(kind_name or kind_of(str(backup)))
    source = Found(chosen, str(backup))
    target = Found(chosen, store or chosen.usual_place())
    _check_backup(source)
    if target.file is not None:
        aside = _into_file(source, target, replace)
        if aside is not None:
            typer.echo(f"the store that was there is now {aside}")
    else:
        with reading(source) as connection:
            _into_server(connection, target)
    typer.echo(f"{chosen.name}: {backup} is restored to {target.shown}")


def _check_backup(source: Found) -> None:
    from kibitz.core.sql_files import problems, readable

    assert source.file is not None
    with readable(source.file) as connection:
        wrong = problems(connection)
    if wrong:
        raise BadStore(f"{source.shown} is damaged ({wrong[0]}); nothing was restored")


def _into_file(source: Found, target: Found, replace: bool) -> Path | None:
    from kibitz.cli.store.access import alone
    from kibitz.core.sql_files import StoreExists, new_file, publish, readable, snapshot, swap

    assert source.file is not None
    assert target.file is not None
    file = target.file.resolve()
    if file.exists() and not replace:
        raise StoreExists(
            f"{file} exists already; --replace sets it aside under another name, nothing is lost"
        )
    with alone(target), new_file(file) as copied:
        with readable(source.file) as connection:
            snapshot(connection, copied)
        if replace:
            return swap(copied, file, "before-restore")
        publish(copied, file)
        return None


def _into_server(source: object, target: Found) -> None:
    import sqlalchemy as sa

    from kibitz.cli.store.access import writing
    from kibitz.core.sql_copy import copy_store, rows_in
    from kibitz.core.sql_files import StoreExists

    assert isinstance(source, sa.Connection)
    with writing(target) as connection:
        if rows_in(connection, target.kind.metadata):
            raise StoreExists(
                f"{target.shown} is not empty; back it up and empty it first, or name another"
            )
        copy_store(source, connection, target.kind.metadata)
