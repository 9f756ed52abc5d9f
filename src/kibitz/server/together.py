"""Several processes of one server: this one's part in it.

They share a PostgreSQL store. Every process holds some of the tables (table/claims.py), finds out
who else is there, and takes over the tables of those that died. What it needs from another process
goes over that one's own port (relay.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from kibitz.server.relay import other_tables
from kibitz.table.claims import Claims, ClaimsLost, Elsewhere
from kibitz.table.store import NotKept

log = logging.getLogger("kibitz.web")

Adopt = Callable[[str], Awaitable[None]]


class Together:
    """The claims of this process, without blocking its event loop."""

    def __init__(self, claims: Claims, look_seconds: float) -> None:
        self.claims, self.look_seconds = claims, look_seconds
        self.others: list[str] = []  # addresses of the other processes

    async def add(self, table_id: str) -> None:
        """Claim a table that is about to be created."""
        await asyncio.to_thread(self.claims.add, table_id)

    async def claim(self, table_id: str) -> None:
        """Claim a table of the store, or raise Elsewhere."""
        holder = await asyncio.to_thread(self.claims.take, table_id)
        if holder is not None:
            raise Elsewhere(holder)

    async def release(self, table_id: str) -> None:
        await asyncio.to_thread(self.claims.release, table_id)

    async def close(self) -> None:
        await asyncio.to_thread(self.claims.close)

    async def look(self, adopt: Adopt) -> None:
        """See who else is there, and adopt the tables that nobody holds."""
        self.others = await asyncio.to_thread(self.claims.others)
        for table_id in await asyncio.to_thread(self.claims.orphans):
            await adopt(table_id)

    async def look_often(self, adopt: Adopt) -> None:
        """Look again and again; stop the server if others may take its tables."""
        while True:
            await asyncio.sleep(self.look_seconds)
            try:
                await asyncio.to_thread(self.claims.check)
                await self.look(adopt)
            except ClaimsLost as error:
                log.critical("the server stops, since others may take its tables: %s", error)
                signal.raise_signal(signal.SIGTERM)
                return
            except NotKept as error:
                log.error("%s", error)

    async def tables(self, token: str | None, address: str) -> list[dict[str, Any]]:
        """Return the tables that the other processes list for a person."""
        found = await asyncio.gather(*(other_tables(one, token, address) for one in self.others))
        return [table for tables in found for table in tables]


class Turns:
    """One after another, for each name."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def of(self, name: str) -> AsyncIterator[None]:
        lock = self._locks.setdefault(name, asyncio.Lock())
        self._waiting[name] += 1
        try:
            async with lock:
                yield
        finally:
            self._waiting[name] -= 1
            if not self._waiting[name]:
                del self._waiting[name], self._locks[name]
