"""The store: every game of every match, in SQLite or PostgreSQL.

SQLAlchemy is slow to import. It is loaded when a store is opened, or with the name `Store`, so that
commands which need no store start without it.
"""

from typing import TYPE_CHECKING

from kibitz.arena.store.location import default_place, open_store
from kibitz.core.sql import BadStore

if TYPE_CHECKING:
    from kibitz.arena.store.store import Store

__all__ = ["BadStore", "Store", "default_place", "open_store"]


def __getattr__(name: str) -> object:
    if name != "Store":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kibitz.arena.store.store import Store

    return Store
