"""The store: every game of every match, in SQLite or PostgreSQL."""

from kibitz.arena.store.location import default_place, open_store
from kibitz.arena.store.store import Store
from kibitz.core.sql import BadStore

__all__ = ["BadStore", "Store", "default_place", "open_store"]
