"""Stores move between files and a PostgreSQL server with `kibitz store`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.arena.store import open_store
from kibitz.core import sql_files
from kibitz.table.store import Store
from tests.arena.store.matches import new_match, unit
from tests.support.command import Command, command
from tests.table.filled import fill

__all__ = ["command"]

ROWS = ("tables", "events", "records", "record_players", "settings")


def test_from_a_file_to_a_server_and_back(
    command: Command, postgres_place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store("tables.db")
    store.setting("key", lambda: "secret")
    fill(store, range(8))
    store.close()
    there = command("store", "restore", "tables.db", "--store", postgres_place)
    assert there.exit_code == 0, there.stderr
    again = command("store", "restore", "tables.db", "--store", postgres_place)
    assert "error[store_exists]" in again.stderr, "it is not empty"
    checked = json.loads(command("store", "check", postgres_place, "--json").stdout)[0]
    assert checked["sound"]
    assert checked["counts"]["tables"] == 8
    store = Store(postgres_place)  # a server is running
    try:
        assert command("store", "backup", postgres_place, "--to", "back.db").exit_code == 0
        assert len(store.unfinished()) == 8
    finally:
        store.close()
    with (
        sql_files.readable(Path("back.db")) as back,
        sql_files.readable(Path("tables.db")) as first,
    ):
        for name in ROWS:
            query = f"SELECT * FROM {name} ORDER BY 1, 2"
            assert back.execute(query).fetchall() == first.execute(query).fetchall(), name


def test_a_match_goes_on_where_it_was_restored(
    command: Command, postgres_place: str, tmp_path: Path
) -> None:
    file = tmp_path / "arena.db"
    with open_store(file) as store:
        match = store.begin(new_match())
        store.add(match.id, unit(0))
    done = command("store", "restore", str(file), "--store", postgres_place)
    assert done.exit_code == 0, done.stderr
    with open_store(postgres_place) as store:
        assert store.begin(new_match()).id == match.id
        assert store.begin(new_match("another")).id > match.id, "numbers go on"
        store.add(match.id, unit(1))
        assert len(list(store.results(match.id))) == 4
    damaged = command("store", "check", postgres_place, "--repair")
    assert damaged.exit_code == 0, "there is nothing to repair"
