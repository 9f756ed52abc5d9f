"""The store: what was appended is there again, in order, once; what cannot be kept says so."""

import random
import sqlite3
import threading
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.files import FileInUse
from kibitz.core.sql import BadStore
from kibitz.table import events
from kibitz.table.errors import DamagedTable
from kibitz.table.projection import Around, project
from kibitz.table.store import NotKept, Store
from kibitz.table.table import Table
from tests.support.found import GAMES
from tests.table.tables import ADA, act, do, make, play


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a store may be: everything must hold for both."""
    if request.param == "sqlite":
        return tmp_path / "tables.db"
    place: str = request.getfixturevalue("postgres_place")
    return place


@pytest.fixture
def store(address: str | Path) -> Store:
    return Store(address)


def keep_game(store: Store, game: str) -> Table:
    """A whole game, each event waited for."""
    rng = random.Random(game)
    table = make(game)
    store.add_table(table, "Ada").result()
    event: events.Event = events.Begin(rng.getrandbits(64), "00")
    waiting = []
    now = 200.0
    while table.status != "over":
        now += 1.5
        table = do(table, event, now)
        waiting.append(store.append(table, event, now))
        seat = table.on_turn
        if seat is not None:
            action = rng.choice(table.view(seat).legal())
            here = (table.game, table.ply, action)
            event = events.Act(ADA, *here) if seat == 0 else events.BotActs(seat, *here)
    for kept in waiting:
        kept.result()
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_table_comes_back_as_it_was(game: str, store: Store, address: str | Path) -> None:
    table = keep_game(store, game)
    store.close()
    again = Store(address)
    assert again.unfinished() == [table.id]
    loaded = again.load(table.id)
    assert loaded is not None
    for player in (ADA, None):
        assert project(loaded, player, Around()) == project(table, player, Around())
    assert loaded.marks == table.marks
    again.set_over(table.id, True).result()
    assert again.unfinished() == []
    again.close()


def test_nothing_is_kept_twice(store: Store) -> None:
    table = make()
    store.add_table(table, "Ada").result()
    event = events.Begin(1, "00")
    after = do(table, event)
    store.append(after, event, 1.0).result()
    with pytest.raises(NotKept):
        store.append(after, event, 1.0).result()
    with pytest.raises(NotKept):
        store.add_table(table, "Ada").result()
    store.close()


def test_one_that_fails_does_not_spoil_its_neighbours(store: Store) -> None:
    table = make()
    store.add_table(table, "Ada").result()
    begun = do(table, events.Begin(1, "00"))
    next_one = act(begun)
    futures: list[Future[None]] = [
        store.append(begun, events.Begin(1, "00"), 1.0),
        store.append(begun, events.Begin(1, "00"), 1.0),  # the same again
        store.append(next_one, events.Leave(ADA), 2.0),
    ]
    assert futures[0].exception() is None
    assert isinstance(futures[1].exception(), NotKept)
    assert futures[2].exception() is None
    store.close()


def test_many_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = []
    honest = Store._commit

    def counted(self: Store, batch: list[object]) -> None:
        commits.append(len(batch))
        honest(self, batch)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "_commit", counted)
    store = Store(tmp_path / "tables.db", window_seconds=0.05)
    table = make()
    store.add_table(table, "Ada").result()
    waiting = []
    for number in range(200):
        table = do(table, events.Pace(ADA, number))
        waiting.append(store.append(table, events.Pace(ADA, number), 1.0))
    for kept in waiting:
        kept.result()
    store.close()
    assert sum(commits) == 201
    assert len(commits) < 40


def test_writers_from_many_threads(store: Store) -> None:
    def one(number: int) -> None:
        table = make()
        object.__setattr__(table, "id", f"table-{number:04}")
        store.add_table(table, "Ada").result()
        for _ in range(20):
            table = do(table, events.Pace(ADA, 5))
            store.append(table, events.Pace(ADA, 5), 1.0).result()

    threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    loaded = [store.load(f"table-{n:04}") for n in range(8)]
    assert [table.seq for table in loaded if table is not None] == [20] * 8
    store.close()


def test_nobody_can_take_back_what_is_being_kept(store: Store) -> None:
    """Who asked may go away: the writer must live on."""
    table = make()
    kept = store.add_table(table, "Ada")
    assert not kept.cancel()
    kept.result()
    begun = do(table, events.Begin(1, "00"))
    store.append(begun, events.Begin(1, "00"), 1.0).result()
    store.close()


def test_what_does_not_replay_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    table = keep_game(store, "codepiece")
    store.close()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("DELETE FROM events WHERE seq = 5")
    connection.close()
    again = Store(tmp_path / "tables.db")
    with pytest.raises(DamagedTable, match="event 5"):
        again.load(table.id)
    again.close()


@pytest.mark.parametrize("text", ["", "{}", '{"kind": "Nix"}', '{"kind": "Leave"}', "[1]", "x"])
def test_an_event_that_cannot_be_read(text: str) -> None:
    with pytest.raises(DamagedTable):
        events.read(text)


def test_every_event_survives_json() -> None:
    for event in (
        events.Begin(2**64 - 1, "ab"),
        events.Act(ADA, 1, 2, 3),
        events.Sit(ADA, "Ä\n", None),
        events.Pace(ADA, None, True),
        events.Restart(),
    ):
        assert events.read(events.write(event)) == event


def test_one_server_a_store(store: Store, address: str | Path) -> None:
    with pytest.raises(FileInUse):
        Store(address)
    store.close()
    Store(address).close()


def test_a_link_is_the_same_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
    (tmp_path / "folder").symlink_to(tmp_path)
    for other in (tmp_path / "link.db", tmp_path / "folder" / "tables.db"):
        with pytest.raises(FileInUse):
            Store(other)
    store.close()


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0
    store.close()


def test_what_is_no_store(tmp_path: Path) -> None:
    for address in ("nosuch://x", "postgresql+nodriver://x/y"):
        with pytest.raises(BadStore):
            Store(address)
    file = tmp_path / "text.db"
    file.write_text("this is no database, but long enough to be looked at as one" * 100)
    with pytest.raises(BadStore):
        Store(file)


def test_a_setting_is_made_once(store: Store) -> None:
    assert store.setting("key", lambda: "a") == "a"
    assert store.setting("key", lambda: "b") == "a"
    store.close()


def test_records_the_latest_first(store: Store) -> None:
    table = play(do(make("codepiece"), events.Begin(5, "00")), random.Random(1))
    assert table.state is not None
    for number in range(5):
        row = {
            "id": f"record-{number}",
            "table_id": table.id,
            "game": "codepiece" if number % 2 else "belote",
            "ended": float(number),
            "record": str(table.state.record()),
            "about": "{}",
        }
        store.add_record(row).result()
        store.add_record(row | {"about": "again"}).result()  # stays as it was
    assert [row["id"] for row in store.records(limit=2)] == ["record-4", "record-3"]
    assert [row["id"] for row in store.records("codepiece")] == ["record-3", "record-1"]
    assert [row["id"] for row in store.records(before=1.0)] == ["record-0"]
    found = store.record("record-2")
    assert found is not None
    assert found["about"] == "{}"
    assert store.record("nix") is None
    store.close()


def test_records_of_unlisted_tables_are_found_by_their_own_only(store: Store) -> None:
    for number, listed in enumerate((True, False)):
        table = replace(make("codepiece", listed=listed), id=f"table-{number}")
        store.add_table(table, "Ada").result()
        row: dict[str, Any] = {"id": f"record-{number}", "table_id": table.id, "game": "codepiece"}
        row |= {"ended": float(number), "record": "{}", "about": "{}"}
        store.add_record(row, ["bob", "cy"]).result()
        store.add_record(row, ["bob", "cy"]).result()  # again after a crash: still once

    def found(player: str | None) -> list[str]:
        return [row["id"] for row in store.records(player=player)]

    assert found(None) == found("eve") == ["record-0"]
    assert found("bob") == found("cy") == found(table.host) == ["record-1", "record-0"]
    assert store.record("record-1") is not None  # who knows the link finds it
    store.close()


def test_only_a_complete_review_replaces_another(store: Store) -> None:
    def about() -> str:
        return store.reviews(["record"])["record", 2]

    store.add_review("record", 2, "rough", complete=False).result()
    store.add_review("record", 2, "rougher", complete=False).result()
    assert about() == "rough"
    store.add_review("record", 2, "fine").result()
    assert about() == "fine"
    store.add_review("record", 2, "rough", complete=False).result()
    assert about() == "fine"
    store.add_review("record", 1, "another seat").result()
    assert len(store.reviews(["record"])) == 2
    store.close()
