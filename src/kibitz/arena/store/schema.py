"""The tables of the store, and the numbered migrations that bring an older store up to date.

A match is identified by its `key`, a hash of everything that shapes its schedule except how much of
it is played: the same command finds the same match again. `(match, number)` identifies a game: none
can be counted twice. A game is written as soon as it finishes, with the size of its unit: a unit
with a missing game is not counted yet.

A record is stored as seed and actions; the rest of its line follows from them, the match's options
and the version of the rules. Seeds are unsigned 64-bit numbers and databases only have signed ones,
so they are stored as the signed number with the same bits.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    func,
    inspect,
    select,
)

from kibitz.arena.errors import NewerStore

VERSION = 1
LOCK = 0x6B69626974  # key of our advisory lock in PostgreSQL
STEPS: dict[int, Callable[[Connection], None]] = {}  # from this version to the next

metadata = MetaData()

schema = Table("kibitz_schema", metadata, Column("version", Integer, nullable=False))

# Every bot that ever played, by the hash of everything it decides by.
bots = Table(
    "bots",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("name", Text, nullable=False),  # the first name it was entered under
    Column("kind", String(16), nullable=False),
    Column("content", Text, nullable=False),  # JSON
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("settings", Text, nullable=False),  # JSON
    Column("planned", BigInteger, nullable=False),  # units
    Column("created", String(32), nullable=False),  # ISO 8601, UTC
    Column("kibitz", String(32), nullable=False),  # version of Kibitz
)

entrants = Table(
    "entrants",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("place", Integer, primary_key=True),  # the index used in `games.seats`
    Column("label", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", ForeignKey("bots.hash"), nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("unit", BigInteger, nullable=False),
    Column("size", Integer, nullable=False),  # games of the unit
    Column("seats", Text, nullable=False),  # indices of the entrants: "0 1 0 1"
    Column("seed", BigInteger, nullable=False),
    Column("returns", Text, nullable=False),  # numbers separated by blanks, like the next three
    Column("outcome", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("seconds", Text, nullable=False),
    Column("actions", Text),  # null if a game came without its moves
    Column("forfeit_seat", Integer),
    Column("forfeit_reason", String(32)),
    Column("forfeit_text", Text),
    sqlite_with_rowid=False,  # the primary key is the order on disk
)


def migrate(connection: Connection) -> None:
    """Migrate the store to this version, or create it, inside one transaction."""
    if connection.dialect.name == "postgresql":  # one at a time; SQLite has one writer anyway
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
    found = version_of(connection)
    if found > VERSION:
        raise NewerStore(
            f"the store has version {found}, this Kibitz knows {VERSION}: upgrade Kibitz"
        )
    if found == 0:
        metadata.create_all(connection)
        connection.execute(schema.insert().values(version=VERSION))
        return
    for step in range(found, VERSION):
        STEPS[step](connection)
        connection.execute(schema.update().values(version=step + 1))


def version_of(connection: Connection) -> int:
    """Return the version of a store; 0 if there is none yet."""
    if not inspect(connection).has_table(schema.name):
        return 0
    return int(connection.execute(select(schema.c.version)).scalar_one())
