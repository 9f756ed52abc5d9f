"""The store: every game of every match, in SQLite or PostgreSQL."""

from kibitz.arena.store.place import default_place, open_store
from kibitz.arena.store.store import BadStore, Store

__all__ = ["BadStore", "Store", "default_place", "open_store"]
