"""Claims: a table is held by one living process, and by another once that one is gone."""

import time
from collections.abc import Iterator

import pytest

from kibitz.core.files import FileInUse
from kibitz.core.sql import BadStore
from kibitz.table.claims import Claims, ClaimsLost
from kibitz.table.store import Store
from tests.table.tables import make

SECONDS_MAX = 30.0


class Side:
    """What one process has: a store and its claims."""

    def __init__(self, place: str, address: str) -> None:
        self.store = Store(place, together=True)
        self.claims = Claims(self.store, address)

    def die(self) -> None:
        """As a killed process: the connection is gone, and nothing was given back."""
        self.claims._alive.invalidate()

    def close(self) -> None:
        self.claims.close()
        self.store.close()


@pytest.fixture
def sides(postgres_place: str) -> Iterator[tuple[Side, Side]]:
    both = Side(postgres_place, "127.0.0.1:1"), Side(postgres_place, "127.0.0.1:2")
    yield both
    for side in both:
        side.close()


def test_a_table_has_one_holder(sides: tuple[Side, Side]) -> None:
    one, two = sides
    table = make("codepiece")
    one.claims.add(table.id)
    one.store.add_table(table, "Ada").result()
    assert one.claims.take(table.id) is None
    assert two.claims.take(table.id) == "127.0.0.1:1"
    assert two.claims.orphans() == []
    assert one.claims.others() == ["127.0.0.1:2"]
    one.claims.release(table.id)
    assert two.claims.orphans() == [table.id]
    assert two.claims.take(table.id) is None
    assert one.claims.take(table.id) == "127.0.0.1:2"


def test_the_tables_of_the_dead_are_free(sides: tuple[Side, Side]) -> None:
    one, two = sides
    table = make("codepiece")
    one.claims.add(table.id)
    one.store.add_table(table, "Ada").result()
    one.claims.check()
    one.die()
    with pytest.raises(ClaimsLost):
        one.claims.check()
    end = time.monotonic() + SECONDS_MAX  # until PostgreSQL notices
    while two.claims.others() and time.monotonic() < end:
        time.sleep(0.01)
    assert two.claims.orphans() == [table.id]
    assert two.claims.take(table.id) is None
    assert two.claims.orphans() == []


def test_what_is_not_in_the_store_is_not_claimed(sides: tuple[Side, Side]) -> None:
    one, two = sides
    assert one.claims.take("nosuchtable") is None
    assert two.claims.take("nosuchtable") is None


def test_alone_or_together(postgres_place: str) -> None:
    side = Side(postgres_place, "127.0.0.1:1")
    with pytest.raises(FileInUse):
        Store(postgres_place)
    side.close()
    alone = Store(postgres_place)
    with pytest.raises(FileInUse, match="--together"):
        Store(postgres_place, together=True)
    alone.close()


def test_a_file_is_not_shared(tmp_path: object) -> None:
    with pytest.raises(BadStore, match="PostgreSQL"):
        Store(f"{tmp_path}/tables.db", together=True)
