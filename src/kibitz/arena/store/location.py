"""Where the arena's store is: an SQLite file by default, or a PostgreSQL server by URL.

open_store()                                     KIBITZ_STORE, else arena.db in the state folder
open_store("results.db")                         a file
open_store("postgresql://me@server/kibitz")      a server
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.core.files import is_there
from kibitz.core.home import arena_path
from kibitz.core.sql import BadStore, file_of, make_folder, open_engine, url_of

if TYPE_CHECKING:
    from kibitz.arena.store.store import Store

VARIABLE = "KIBITZ_STORE"


def default_place() -> str:
    """Return KIBITZ_STORE, else arena.db in the state folder (core/home.py)."""
    return os.environ.get(VARIABLE, "") or str(arena_path())


def open_store(place: str | Path | None = None, *, create: bool = True) -> Store:
    """Open a store, migrated to this version; `create=False` rejects a file that does not exist."""
    from kibitz.arena.store.store import Store  # SQLAlchemy is slow to import

    url = url_of(place if place is not None else default_place())
    file = file_of(url)
    if file is not None:
        if not create and not is_there(file):
            raise BadStore(f"there is no store {file} yet: play a match first")
        make_folder(file)
    engine = open_engine(url)
    try:
        return Store(engine)
    except BaseException:
        engine.dispose()
        raise
