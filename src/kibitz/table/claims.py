"""Which process of a server holds which table, when several of them share a PostgreSQL store.

A table sits in one process at a time: its clocks, its bots' questions and the people around it are
there. A claim is a row; that a process lives is an advisory lock on a connection of its own, which
PostgreSQL releases the moment the process is gone, however it ended. Claims of a dead process can
be taken by any other.

Even a process that has lost its lock without noticing does no harm: the primary key of the events
(table, seq) lets only one of two writers continue a table.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from kibitz.core.sql import reason
from kibitz.table.errors import TableRefusal
from kibitz.table.store import TABLES, NotKept, Store, creating

LOCKS = 0x6B69627A  # first key of the advisory locks; the second is the number of a process

metadata = sa.MetaData()
PROCESSES = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("address", sa.String(128), nullable=False),
)
CLAIMS = sa.Table(
    "claims",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("process", sa.Integer, nullable=False),
)


class Elsewhere(TableRefusal):
    """Another process of this server holds the table."""

    code = "elsewhere"
    fault = "us"

    def __init__(self, address: str) -> None:
        super().__init__("another process of this server holds this table; try again")
        self.address = address


class ClaimsLost(TableRefusal):
    """The connection that proves this process alive is gone: others may take its tables."""

    code = "claims_lost"
    fault = "us"


class Claims:
    """The claims of this process, which answers others at `address` (host:port)."""

    def __init__(self, store: Store, address: str) -> None:
        self._engine = store.engine
        self.address = address
        with creating(self._engine) as connection:
            metadata.create_all(connection)
            entry = sa.insert(PROCESSES).values(address=address).returning(PROCESSES.c.id)
            self.id = int(connection.execute(entry).scalar_one())
            # Taken before the row can be seen: nobody ever finds this process dead.
            self._alive = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._alive.execute(sa.select(sa.func.pg_advisory_lock(LOCKS, self.id)))

    def close(self) -> None:
        """Give all tables back."""
        with contextlib.suppress(NotKept), self._begin() as connection:
            connection.execute(sa.delete(CLAIMS).where(CLAIMS.c.process == self.id))
            connection.execute(sa.delete(PROCESSES).where(PROCESSES.c.id == self.id))
        self._alive.invalidate()  # closed, not returned to the pool: the lock ends with it
        self._alive.close()

    @contextlib.contextmanager
    def _begin(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise NotKept(f"the store does not answer: {reason(error)}") from None

    def check(self) -> None:
        """Raise ClaimsLost if the lock of this process is gone."""
        try:
            self._alive.execute(sa.select(1))
        except sa.exc.SQLAlchemyError as error:
            raise ClaimsLost(f"the connection to the store was lost: {reason(error)}") from None

    def add(self, table_id: str) -> None:
        """Claim a table that is about to be created."""
        with self._begin() as connection:
            connection.execute(sa.insert(CLAIMS), {"table_id": table_id, "process": self.id})

    def take(self, table_id: str) -> str | None:
        """Claim a table of the store; return the address of its holder, None if that is us."""
        free = sa.select(TABLES.c.id, sa.literal(self.id)).where(TABLES.c.id == table_id)
        claim = postgresql.insert(CLAIMS).from_select(["table_id", "process"], free)
        row = CLAIMS.c.table_id == table_id
        with self._begin() as connection:
            connection.execute(claim.on_conflict_do_nothing())
            held = sa.select(CLAIMS.c.process).where(row).with_for_update()
            holder = connection.execute(held).scalar()
            if holder in (None, self.id):
                return None
            address = self._address(connection, int(holder))
            if address is None:
                connection.execute(sa.update(CLAIMS).where(row).values(process=self.id))
            return address

    def release(self, table_id: str) -> None:
        """Give a table back."""
        own = (CLAIMS.c.table_id == table_id) & (CLAIMS.c.process == self.id)
        with self._begin() as connection:
            connection.execute(sa.delete(CLAIMS).where(own))

    def others(self) -> list[str]:
        """Return the addresses of the other processes; forget those that died."""
        with self._begin() as connection:
            ids = connection.execute(sa.select(PROCESSES.c.id)).scalars().all()
            found = {one: self._address(connection, one) for one in ids if one != self.id}
            dead = [one for one, address in found.items() if address is None]
            if dead:
                connection.execute(sa.delete(PROCESSES).where(PROCESSES.c.id.in_(dead)))
        return [address for address in found.values() if address is not None]

    def orphans(self) -> list[str]:
        """Return the unfinished tables that no living process holds."""
        holder = sa.select(TABLES.c.id, CLAIMS.c.process).outerjoin(
            CLAIMS, CLAIMS.c.table_id == TABLES.c.id
        )
        with self._begin() as connection:
            rows = connection.execute(holder.where(~TABLES.c.over).order_by(TABLES.c.created)).all()
            holders = {row.process for row in rows} - {None, self.id}
            alive = {one for one in holders if self._address(connection, one) is not None}
        return [row.id for row in rows if row.process not in alive | {self.id}]

    def _address(self, connection: sa.Connection, process: int) -> str | None:
        """Return where a process answers; None if it is dead."""
        # Shared and until the end of the transaction, so that two that look do not mislead each
        # other.
        free = sa.func.pg_try_advisory_xact_lock_shared(LOCKS, process)
        if connection.execute(sa.select(free)).scalar():
            return None
        query = sa.select(PROCESSES.c.address).where(PROCESSES.c.id == process)
        found: Any = connection.execute(query).scalar()
        return None if found is None else str(found)
