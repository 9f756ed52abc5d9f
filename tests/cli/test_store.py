"""`kibitz store`: backups of stores in use, restoring, and repairing what a test has damaged."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from kibitz.arena.store.location import open_store
from kibitz.core import files, sql_files
from kibitz.table.store import Store
from tests.arena.store.matches import new_match, unit
from tests.support.command import Command
from tests.table.filled import fill
from tests.table.tables import ADA

PAGE_BYTES = 4096


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("filled") / "tables.db"
    store = Store(file)
    store.setting("key", lambda: "secret")
    fill(store, range(30))
    store.close()
    return file


@pytest.fixture
def tables(filled: Path, home: Path) -> Path:
    """A store of tables in its usual place, closed."""
    home.mkdir()
    return Path(shutil.copy(filled, home / "tables.db"))


def shown(done: Any) -> Any:
    return json.loads(done.stdout)


def dump(file: Path) -> list[str]:
    with sql_files.readable(file) as connection:
        return sorted(connection.iterdump())


def zero_page(file: Path, table: str) -> None:
    """Zero a leaf page in the middle of a table, as a bad disk may."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno"
    try:
        pages = [page for (page,) in connection.execute(query, (table,))]
    except sqlite3.OperationalError:
        pytest.skip("this SQLite lacks dbstat")
    finally:
        connection.close()
    with file.open("r+b") as opened:
        opened.seek((pages[len(pages) // 2] - 1) * PAGE_BYTES)
        opened.write(bytes(PAGE_BYTES))


def test_a_backup_of_a_store_in_use(command: Command, tables: Path, home: Path) -> None:
    before = dump(tables)
    store = Store(tables)  # as a running server has it
    try:
        detail = shown(command("store", "backup", "tables", "--to", "copy.db", "--json"))
        assert detail == [{"kind": "tables", "store": str(tables), "backup": "copy.db"}]
        fill(store, range(50, 52))
    finally:
        store.close()
    copy = Path("copy.db")
    assert dump(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600, "it holds the seeds of games under way"
    again = command("store", "backup", "tables", "--to", "copy.db")
    assert again.exit_code == 2
    assert "error[store_exists]" in again.stderr
    assert dump(copy) == before
    assert sorted(path.name for path in Path().iterdir()) == ["copy.db"], "nothing else is left"


def test_restoring_never_overwrites(command: Command, tables: Path, home: Path) -> None:
    command("store", "backup", "tables", "--to", "old.db")
    old = dump(tables)
    store = Store(tables)
    fill(store, range(100, 110))
    refused = command("store", "restore", "old.db", "--replace")
    assert refused.exit_code == 2
    assert "file_in_use" in refused.stderr, "a server is running"
    store.close()
    new = dump(tables)
    refused = command("store", "restore", "old.db")
    assert refused.exit_code == 2
    assert "error[store_exists]" in refused.stderr
    assert dump(tables) == new
    done = command("store", "restore", "old.db", "--replace")
    assert done.exit_code == 0
    assert dump(tables) == old
    assert dump(home / "tables.before-restore-1.db") == new
    store = Store(tables)
    assert len(store.unfinished()) == 30
    store.close()


def test_a_backup_that_is_damaged_is_refused(command: Command, tables: Path, home: Path) -> None:
    command("store", "backup", "tables", "--to", "copy.db")
    zero_page(Path("copy.db"), "events")
    before = dump(tables)
    done = command("store", "restore", "copy.db", "--replace")
    assert done.exit_code == 2
    assert "damaged" in done.stderr
    assert dump(tables) == before
    zero_page(tables, "events")
    done = command("store", "backup", "tables", "--to", "new.db")
    assert done.exit_code == 2
    assert "kibitz store check" in done.stderr
    assert not Path("new.db").exists()


def test_a_sound_store(command: Command, tables: Path) -> None:
    detail = shown(command("store", "check", "--json"))
    assert [one["kind"] for one in detail] == ["tables"], "there is no arena yet"
    assert detail[0]["sound"]
    assert detail[0]["counts"]["tables"] == 30
    assert detail[0]["counts"]["records"] >= 1


def test_a_zeroed_page_is_repaired(command: Command, tables: Path, home: Path) -> None:
    whole = {name: plies_of(tables, name) for name in names_of(tables)}
    zero_page(tables, "events")
    checked = command("store", "check", "tables")
    assert checked.exit_code == 1
    assert "damaged" in checked.stdout
    assert "--repair" in checked.stdout
    repaired = command("store", "check", "tables", "--repair")
    assert repaired.exit_code == 0, repaired.stderr
    assert "cannot be read" in repaired.stdout
    assert (home / "tables.damaged-1.db").exists()
    sound = shown(command("store", "check", "tables", "--json"))[0]
    assert sound["sound"]
    left = {name: plies_of(tables, name) for name in names_of(tables)}
    assert left.keys() == whole.keys(), "every table is still there"
    cut = [name for name in left if left[name] != whole[name]]
    assert 0 < len(cut) < 12, "one page holds the events of a few tables"
    assert all(left[name] <= whole[name] for name in whole)


def test_damaged_rows_are_named_and_isolated(command: Command, tables: Path, home: Path) -> None:
    connection = sqlite3.connect(tables)
    connection.execute("UPDATE tables SET setup = '{' WHERE id = 'table-0003'")
    connection.execute("UPDATE events SET event = '[]' WHERE table_id = 'table-0005' AND seq = 9")
    connection.execute("DELETE FROM events WHERE table_id = 'table-0007' AND seq = 4")
    connection.execute("UPDATE records SET record = 'x' WHERE id = 'table-0000.1'")
    connection.commit()
    connection.close()
    detail = shown(command("store", "check", "tables", "--json"))[0]
    assert {one["what"] for one in detail["wrong"]} == {
        "table table-0003", "table table-0005", "table table-0007", "record table-0000.1",
    }  # fmt: skip
    assert command("store", "check", "tables", "--repair").exit_code == 0
    assert "table-0003" not in names_of(tables)
    assert plies_of(tables, "table-0005") == 8
    assert plies_of(tables, "table-0007") == 3
    store = Store(tables)
    record = store.record("table-0000.1")
    assert record is not None, "it was made again from the events of its table"
    assert json.loads(record["record"])["game"] == "codepiece"
    assert store.records(player=ADA, mine=True)
    store.close()


def test_a_file_that_is_no_store(command: Command) -> None:
    Path("text.db").write_text("this is no database, although it is longer than its header" * 3)
    assert command("store", "check", "text.db").exit_code == 2
    assert command("store", "check", "nowhere.db").exit_code == 2
    assert command("store", "restore", "text.db").exit_code == 2
    assert command("store", "check", "text.db", "--kind", "tables").exit_code == 1
    assert "error[bad_store]" in command("store", "check").stderr, "nothing is stored yet"
    assert "--to copy.db writes the backup" in command("store", "backup", "copy.db").stderr


def names_of(file: Path) -> list[str]:
    with sql_files.readable(file) as connection:
        return [name for (name,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def plies_of(file: Path, table: str) -> int:
    with sql_files.readable(file) as connection:
        query = "SELECT count(*) FROM events WHERE table_id = ?"
        return int(connection.execute(query, (table,)).fetchone()[0])


def test_the_arena_too(command: Command, home: Path) -> None:
    with open_store() as store:
        match = store.begin(new_match(planned=200))
        store.add(match.id, [result for number in range(200) for result in unit(number)])
        expected = [len(list(store.results(match.id))) for match in store.matches()]
    file = home / "arena.db"
    command("store", "backup", "arena", "--to", "arena-copy.db")
    assert dump(Path("arena-copy.db")) == dump(file)
    zero_page(file, "games")
    assert command("store", "check", "arena").exit_code == 1
    assert command("store", "check", "arena", "--repair").exit_code == 0
    with open_store() as store:
        left = [len(list(store.results(match.id))) for match in store.matches()]
    assert 0 < sum(left) < sum(expected)
    assert command("store", "restore", "arena-copy.db", "--replace").exit_code == 0
    with open_store() as store:
        assert [len(list(store.results(match.id))) for match in store.matches()] == expected


# Every step at which a process may die: the calls that change the file system.
STEPS = [(os, "link"), (Path, "replace"), (os, "fsync"), (files, "sync_folder"), (Path, "unlink")]


@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_whenever_it_is_killed_there_is_one_whole_store(
    verb: str, command: Command, tables: Path, home: Path
) -> None:
    """Fork, and let the child die before its first, second, ... change of the file system."""
    command("store", "backup", "tables", "--to", "old.db")
    old = dump(Path("old.db"))
    store = Store(tables)
    fill(store, range(100, 103))
    store.close()
    new = dump(tables)
    for number in range(1, 40):
        if _survives(verb, number):
            break
        now = dump(tables)
        if verb == "backup":
            assert now == new
            assert not Path("copy.db").exists() or dump(Path("copy.db")) == new
        else:
            assert now in (old, new), f"killed at step {number}"
            kept = list(home.glob("tables.before-restore-*.db"))
            assert now == new or new in map(dump, kept), "the replaced store is kept"
            if now == old:
                break
            for path in kept:
                path.unlink()
        Path("copy.db").unlink(missing_ok=True)
    assert number > 2, "it died at least twice"
    assert dump(tables) == (old if verb == "restore" else new)


def _survives(verb: str, step: int) -> bool:
    """Run the command in a fork that is killed at this step; whether it came to the end."""
    from kibitz.cli.store.backup import copy
    from kibitz.cli.store.kinds import stores
    from kibitz.cli.store.restore import restore

    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status) == 0
    left = step

    def counted(work: Any) -> Any:
        def run(*words: Any, **more: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), 9)
            return work(*words, **more)

        return run

    for owner, name in STEPS:
        setattr(owner, name, counted(getattr(owner, name)))
    code = 1
    try:
        if verb == "backup":
            copy(stores("tables")[0], Path("copy.db"))
        else:
            restore(Path("old.db"), replace=True)
        code = 0
    finally:
        os._exit(code)
