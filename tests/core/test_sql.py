"""What the stores share: addresses, SQLite's settings, the one error; SQLAlchemy only on demand."""

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from kibitz.core import sql


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("results.db", "results.db"),
        ("postgresql://me:secret@host/db?password=x", "postgresql://host/db"),
        ("postgresql://host/db", "postgresql://host/db"),
    ],
)
def test_an_address_is_shown_without_secrets(place: str, shown: str) -> None:
    assert sql.shown(place) == shown


def test_addresses() -> None:
    assert sql.file_of(sql.url_of("~/x.db")) == Path.home() / "x.db"
    assert sql.file_of(sql.url_of("sqlite:////tmp/x.db")) == Path("/tmp/x.db")
    assert sql.file_of(sql.url_of("sqlite://")) is None
    assert sql.url_of("postgres://host/db").drivername == "postgresql+psycopg"
    for wrong in ("mysql://x/y", "://", "postgresql://host:port/db"):
        with pytest.raises(sql.BadStore):
            sql.url_of(wrong)


@pytest.mark.parametrize(("synchronous", "number"), [("NORMAL", 1), ("FULL", 2)])
def test_sqlite_is_set_up(synchronous: sql.Synchronous, number: int, tmp_path: Path) -> None:
    engine = sql.open_engine(sql.url_of(tmp_path / "x.db"), synchronous=synchronous)
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == number
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    engine.dispose()


def test_sqlalchemy_is_imported_when_a_store_is_opened() -> None:
    code = "import sys, kibitz.core.sql; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
