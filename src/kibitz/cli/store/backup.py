"""`kibitz store backup`: a consistent copy of a store in one SQLite file, while it is in use."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.common.arguments import Json
from kibitz.cli.common.output import print_json
from kibitz.cli.store.kinds import Found, KindOption, StoreArgument, stores
from kibitz.core.errors import BadOption
from kibitz.core.home import home
from kibitz.core.sql import BadStore


def backup(
    store: StoreArgument = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FILE|DIR",
            help="Where to put the copy: a new file, or a folder.",
            show_default="backups/ in your Kibitz folder",
        ),
    ] = None,
    kind: KindOption = None,
    as_json: Json = False,
) -> None:
    """Copy a store into one file, even while servers and matches are running.

    A backup is always a SQLite file, even of a PostgreSQL database. It holds the seeds of games in
    progress, so only you can read it. Nothing is ever overwritten.
    """
    if store is not None and to is None and store.endswith(".db") and not Path(store).exists():
        raise BadStore(f"there is no store {store}; --to {store} writes the backup to that file")
    found = stores(store, kind)
    folder = Path(to).expanduser() if to is not None else home() / "backups"
    one_file = to is not None and not folder.is_dir() and not to.endswith("/")
    if one_file and len(found) > 1:
        raise BadOption("there are two stores: name one of them, or a folder that exists")
    made = []
    for one in found:
        target = folder if one_file else folder / _name(one)
        copy(one, target)
        made.append({"kind": one.kind.name, "store": one.shown, "backup": str(target)})
        if not as_json:
            size = target.stat().st_size / 1e6
            typer.echo(f"{one.kind.name}: {one.shown} is in {target} ({size:.1f} MB, checked)")
    if as_json:
        print_json(made)


def copy(found: Found, target: Path) -> None:
    """Copy a store into a new file; a damaged store is refused."""
    from kibitz.cli.store.access import reading
    from kibitz.core.sql_copy import copy_store, engine_of_file
    from kibitz.core.sql_files import StoreExists, new_file, problems, publish, readable, snapshot

    if target.exists():
        raise StoreExists(f"{target} exists already; nothing was written")
    with new_file(target) as copied:
        if found.file is not None:
            with readable(found.file) as connection:
                snapshot(connection, copied)
        else:
            engine = engine_of_file(copied)
            with reading(found) as source, engine.begin() as connected:
                copy_store(source, connected, found.kind.metadata)
            engine.dispose()
        with readable(copied) as connection:
            wrong = problems(connection)
        if wrong:
            raise BadStore(
                f"{found.shown} is damaged ({wrong[0]}), so no backup was made: see "
                f"kibitz store check"
            )
        publish(copied, target)


def _name(found: Found) -> str:
    now = datetime.now().astimezone()
    return f"{found.kind.name}-{now:%Y-%m-%d-%H%M%S}.db"
