"""Stores for tests: SQLite always, and a real PostgreSQL server where one is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from tests.arena import postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    if postgres.programs() is None:
        pytest.skip("no PostgreSQL server is installed (apt install postgresql)")
    pytest.importorskip("psycopg")
    with postgres.server() as url:
        yield url


@pytest.fixture
def postgres_place(postgres_server: str) -> str:
    """The server, with an empty database."""
    engine = create_engine(make_url(postgres_server).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return postgres_server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be: everything must hold for both."""
    if request.param == "sqlite":
        return str(tmp_path / "arena.db")
    found: str = request.getfixturevalue("postgres_place")
    return found
