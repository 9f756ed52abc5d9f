"""Stores for tests: SQLite always, and a real PostgreSQL server where one is installed."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store may be: everything must hold for both."""
    if request.param == "sqlite":
        return str(tmp_path / "arena.db")
    found: str = request.getfixturevalue("postgres_place")
    return found
