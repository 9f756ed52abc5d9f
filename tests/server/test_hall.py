"""The hall: order of events, failing disks, people who go away, tables that nobody wants."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz.bots.remote.forfeit import TooSlow
from kibitz.core.errors import KibitzError
from kibitz.server.hall import GameTooLong, Hall, TooManyTables
from kibitz.server.jobs import Jobs
from kibitz.server.limits import Limits
from kibitz.server.room import Room
from kibitz.server.thinking import KINDS, lanes, make_pool
from kibitz.table import events
from kibitz.table.errors import DamagedTable, NotAway, UnknownTable
from kibitz.table.setup import Clock, SeatWish, Setup
from kibitz.table.store import NotKept, Store
from kibitz.workers.question import Answer, Question, Report
from kibitz.workers.worker_pool import LONG, WorkerPool

PERSONS = Setup("qwixx", {}, (SeatWish("me"), SeatWish("open")), pace_ms=0)
BOTS = Setup("codepiece", {}, (SeatWish("me"), *[SeatWish("bot", "simple")] * 3), pace_ms=0)


class Time:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Ear:
    def __init__(self, player: str | None) -> None:
        self.player = player
        self.received: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        self.received.append(json.loads(text))

    def tables(self) -> list[dict[str, Any]]:
        return [message for message in self.received if message["type"] == "table"]


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
async def hall(tmp_path: Path, clock: Time) -> AsyncIterator[Hall]:
    made = Hall(Store(tmp_path / "tables.db", 0), make_pool(workers=1), Limits(), clock)
    await made.open()
    yield made
    await made.close()


async def settle(hall: Hall) -> None:
    """Until nothing but the sweeper is at work."""
    await until(lambda: len(hall._tasks) <= 1)


async def until(true: Callable[[], bool]) -> None:
    while True:
        if true():
            return
        await asyncio.sleep(0.005)


async def two(hall: Hall, **more: Any) -> Room:
    room = await hall.create(replace(PERSONS, **more), "ada", "Ada", "here")
    await hall.happen(room, events.Sit("bob", "Bob"))
    await settle(hall)
    return room


def legal(room: Room) -> events.Act:
    table = room.table
    seat = table.on_turn
    assert seat is not None
    player = table.seats[seat].player
    assert player is not None
    return events.Act(player, table.game, table.ply, table.view(seat).legal()[0])


async def test_two_at_once_have_an_order(hall: Hall) -> None:
    room = await two(hall)
    move = legal(room)
    results = await asyncio.gather(
        *(hall.happen(room, move) for _ in range(10)), return_exceptions=True
    )
    assert sum(not isinstance(result, KibitzError) for result in results) == 1
    assert room.table.ply == 1


async def test_what_is_not_kept_has_not_happened(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await two(hall)
    ear = Ear("ada")
    await hall.watch(room, ear, None)
    before, count = room.table, len(ear.received)

    def full(*_: Any) -> Future[None]:
        failed: Future[None] = Future()
        failed.set_exception(NotKept("the disk is full"))
        return failed

    with monkeypatch.context() as broken:
        broken.setattr(hall.store, "append", full)
        with pytest.raises(NotKept):
            await hall.happen(room, legal(room))
    assert room.table is before
    assert len(ear.received) == count
    await hall.happen(room, legal(room))
    assert room.table.ply == 1


async def test_the_store_has_the_last_word(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that breaks after the commit: the event is stored, although it seems not."""
    room = await two(hall)
    ear = Ear("ada")
    await hall.watch(room, ear, None)
    honest = hall.store.append

    def broken(*given: Any) -> Future[None]:
        honest(*given).result()
        failed: Future[None] = Future()
        failed.set_exception(NotKept("the connection is lost"))
        return failed

    with monkeypatch.context() as breaking:
        breaking.setattr(hall.store, "append", broken)
        with pytest.raises(NotKept):
            await hall.happen(room, legal(room))
    assert room.table.ply == 1
    assert ear.tables()[-1]["position"]["ply"] == 1
    await hall.happen(room, legal(room))
    assert room.table.ply == 2


async def test_a_deal_waits_for_room_on_the_disk(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hall.limits = replace(hall.limits, retry_seconds=0.01)
    honest, tries = hall.store.append, 0

    def full_at_first(*given: Any) -> Future[None]:
        nonlocal tries
        tries += 1
        if tries > 3:
            return honest(*given)
        failed: Future[None] = Future()
        failed.set_exception(NotKept("the disk is full"))
        return failed

    monkeypatch.setattr(hall.store, "append", full_at_first)
    room = await hall.create(BOTS, "ada", "Ada", "here")
    await until(lambda: room.table.status == "playing")
    assert tries > 3
    assert "the disk is full" in caplog.text


async def test_nothing_is_sent_before_it_is_on_the_disk(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await two(hall)
    ear = Ear("ada")
    await hall.watch(room, ear, None)
    honest, gate = hall.store.append, asyncio.Event()
    held: Future[None] = Future()

    def slow(*given: Any) -> Future[None]:
        honest(*given).result()
        gate.set()
        return held

    monkeypatch.setattr(hall.store, "append", slow)
    count = len(ear.received)
    moving = asyncio.create_task(hall.happen(room, legal(room)))
    await gate.wait()
    await asyncio.sleep(0.05)
    assert len(ear.received) == count
    assert not moving.done()
    held.set_result(None)
    await moving
    assert len(ear.received) > count


async def test_who_asked_may_go_away_in_the_middle(hall: Hall) -> None:
    room = await two(hall)
    moving = asyncio.create_task(hall.happen(room, legal(room)))
    await asyncio.sleep(0)
    moving.cancel()
    await settle(hall)
    assert room.table.ply == 1
    await hall.happen(room, legal(room))


async def test_time_that_is_up_calls_a_bot(hall: Hall, clock: Time) -> None:
    setup = replace(BOTS, clock=Clock("move", 1.0))
    room = await hall.create(setup, "ada", "Ada", "here")
    await until(lambda: room.timer is not None)  # the first turn of the person
    assert room.timer is not None
    clock.now += 2
    room.timer.cancel()
    with pytest.raises(KibitzError):
        await hall.happen(room, events.Flag(1, room.table.ply + 1))
    await hall.happen(room, events.Flag(1, room.table.ply))
    await settle(hall)
    assert room.table.status == "over", "the stand-in and the bots play to the end"
    assert any(note.kind == "flagged" for note in room.table.notes)


async def test_take_over_needs_somebody_who_is_away(hall: Hall, clock: Time) -> None:
    room = await two(hall)
    bob = Ear("bob")
    await hall.watch(room, bob, None)
    with pytest.raises(NotAway):
        await hall.take_over(room, "ada", 1)
    hall.unwatch(room, bob)
    with pytest.raises(NotAway, match="only just left"):
        await hall.take_over(room, "ada", 1)
    clock.now += 31
    await hall.take_over(room, "ada", 1)
    assert room.table.seats[1].away


async def test_presence_is_sent(hall: Hall) -> None:
    room = await two(hall)
    ada, eve = Ear("ada"), Ear(None)
    await hall.watch(room, ada, None)
    await hall.watch(room, eve, None)
    assert ada.received[-1] == {
        "type": "presence",
        "table": room.table.id,
        "here": [True, False],
        "spectators": 1,
        "take_over_at": [None, 1000.0 + hall.limits.away_seconds],
    }
    hall.unwatch(room, eve)
    hall.unwatch(room, eve)
    assert ada.received[-1]["spectators"] == 0


async def test_a_table_that_left_the_memory_is_found_again(hall: Hall, clock: Time) -> None:
    room = await hall.create(BOTS, "ada", "Ada", "here")
    await until(lambda: room.table.status == "playing")
    await hall.happen(room, events.Leave("ada"))
    await settle(hall)
    assert room.table.status == "over"
    clock.now += 10_000
    hall.sweep()
    assert list(hall.rooms()) == []
    again = await hall.room(room.table.id)
    assert again.table.seq == room.table.seq
    both = await asyncio.gather(hall.room(room.table.id), hall.room(room.table.id))
    assert both[0] is both[1] is again
    await hall.happen(again, events.Rematch("ada"))
    await settle(hall)
    assert again.table.game == 2
    with pytest.raises(UnknownTable):
        await hall.room("nosuchtable")


async def test_ones_own_tables_come_first(hall: Hall, clock: Time) -> None:
    await hall.create(PERSONS, "ada", "Ada", "here")
    for _ in range(3):
        clock.now += 1
        await hall.create(PERSONS, "bob", "Bob", "here")
    await hall.create(replace(PERSONS, listed=False), "bob", "Bob", "here")
    assert [one["your_seat"] for one in hall.tables("ada")] == [0, None, None, None]


async def test_somebody_watching_keeps_a_table(hall: Hall, clock: Time) -> None:
    room = await hall.create(PERSONS, "ada", "Ada", "here")
    await hall.watch(room, Ear(None), None)
    clock.now += 10**8
    hall.sweep()
    assert list(hall.rooms()) == [room]


async def test_the_server_has_so_many_tables(tmp_path: Path) -> None:
    limits = replace(Limits(), tables_max=2)
    hall = Hall(Store(tmp_path / "x.db", 0), make_pool(workers=1), limits)
    for address in ("a", "b"):
        await hall.create(PERSONS, "ada", "Ada", address)
    with pytest.raises(TooManyTables):
        await hall.create(PERSONS, "ada", "Ada", "c")
    await hall.close()


async def test_games_are_not_endless(tmp_path: Path) -> None:
    hall = Hall(Store(tmp_path / "x.db", 0), make_pool(workers=1), replace(Limits(), plies_max=3))
    room = await hall.create(PERSONS, "ada", "Ada", "here")
    await hall.happen(room, events.Sit("bob", "Bob"))
    await until(lambda: room.table.status == "playing")
    for _ in range(3):
        await hall.happen(room, legal(room))
    with pytest.raises(GameTooLong):
        await hall.happen(room, legal(room))
    await hall.happen(room, events.Leave("ada"))
    await hall.close()


async def test_a_slow_bot_is_announced_and_then_replaced(tmp_path: Path) -> None:
    class Slow(WorkerPool):
        async def ask(
            self, question: Question, report: Report | None = None, seconds: float | None = None
        ) -> Answer:
            if question["bot"] != "rule":
                return await super().ask(question, report, seconds)
            await asyncio.sleep(0.1)
            raise TooSlow("it took more than 60 seconds")

    limits = replace(Limits(), thinking_seconds=0.02)
    hall = Hall(Store(tmp_path / "x.db", 0), Slow(KINDS, lanes(limits, 1)), limits)
    setup = replace(BOTS, seats=(SeatWish("me"), *[SeatWish("bot", "rule")] * 3))
    room = await hall.create(setup, "ada", "Ada", "here")
    ear = Ear("ada")
    await hall.watch(room, ear, None)
    while not any(note.kind == "replaced" for note in room.table.notes):
        if room.table.on_turn == 0:
            await hall.happen(room, legal(room))
        await asyncio.sleep(0.02)
    kinds = [message["type"] for message in ear.received]
    assert "thinking" in kinds
    assert any(
        "rule failed (too_slow)" in note["text"] for m in ear.tables() for note in m["notes"]
    )
    await hall.close()


async def test_the_server_comes_back_to_a_clean_store(tmp_path: Path, clock: Time) -> None:
    hall = Hall(Store(tmp_path / "x.db", 0), make_pool(workers=1), Limits(), clock)
    room = await two(hall)
    over = await hall.create(replace(BOTS, seats=(SeatWish("bot"),) * 4), "ada", "Ada", "here")
    await until(lambda: over.table.status == "over")
    await hall.close()
    again = Hall(Store(tmp_path / "x.db", 0), make_pool(workers=1), Limits(), clock)
    await again.open()
    found = {r.table.id: r.table for r in again.rooms()}
    assert found[room.table.id].seq == room.table.seq + 1, "one more: the server is back"
    assert found[over.table.id].seq == over.table.seq
    assert len(again.store.records()) == 1
    await again.close()


async def test_strangers_see_no_dead_tables(hall: Hall, clock: Time) -> None:
    room = await hall.create(BOTS, "ada", "Ada", "here")
    await settle(hall)
    assert [t["table"] for t in hall.tables("bob")] == [room.table.id]
    clock.now += hall.limits.listed_seconds + 1
    assert hall.tables("bob") == []
    assert [t["table"] for t in hall.tables("ada")] == [room.table.id], "the own game stays"
    await hall.watch(room, Ear("ada"), None)
    assert [t["table"] for t in hall.tables("bob")] == [room.table.id], "somebody is there"
    await hall.happen(room, events.Abandon("ada"))
    assert hall.tables("ada") == []


async def test_when_a_bot_may_take_over_is_sent(hall: Hall, clock: Time) -> None:
    room = await two(hall)
    ada, bob = Ear("ada"), Ear("bob")
    await hall.watch(room, ada, None)
    await hall.watch(room, bob, None)
    clock.now += 100
    hall.unwatch(room, bob)
    report = ada.received[-1]
    assert report["type"] == "presence"
    assert report["take_over_at"] == [None, clock.now + hall.limits.away_seconds]
    with pytest.raises(NotAway):
        await hall.take_over(room, "ada", 1)
    clock.now = report["take_over_at"][1]
    await hall.take_over(room, "ada", 1)


async def test_tables_with_people_are_asked_before_those_of_bots(hall: Hall) -> None:
    watched = replace(BOTS, seats=(SeatWish("bot", "simple"),) * 4)
    with_people = (await hall.create(BOTS, "ada", "Ada", "here")).table
    alone = (await hall.create(watched, "bob", "Bob", "here")).table
    assert hall._effects.rank(alone, "simple") == LONG
    assert hall._effects.rank(with_people, "simple") < LONG


async def test_a_finished_deal_is_evaluated_for_the_review(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, when the next deal begins, in the lane that reviews games; for the people only."""
    found: list[tuple[Question, Answer]] = []
    ask = hall.pool.ask

    async def watched(question: Question, *more: Any) -> Answer:
        answer = await ask(question, *more)
        found.append((question, answer))
        return answer

    monkeypatch.setattr(hall.pool, "ask", watched)
    setup = Setup("ohhell", {"players": 2, "schedule": (2, 1)}, PERSONS.seats, pace_ms=0)
    room = await hall.create(setup, "ada", "Ada", "here")
    await hall.happen(room, events.Sit("bob", "Bob"))
    await settle(hall)
    while room.table.status == "playing":
        await hall.happen(room, legal(room))
    await settle(hall)
    [(question, answer)] = found
    assert question["ask"] == "prepare"
    assert question["seats"] == [0, 1]
    assert KINDS["prepare"].lane == KINDS["review"].lane
    assert answer["decisions"] > 0
    assert not room.preparing


async def test_stopped_jobs_lock_nobody_out() -> None:
    class Idle(WorkerPool):
        async def ask(
            self, question: Question, report: Report | None = None, seconds: float | None = None
        ) -> Answer:
            await asyncio.sleep(3600)
            return {}

    limits = replace(Limits(), jobs_max=3)
    jobs = Jobs(Idle(KINDS, lanes(limits, 1)), limits, lambda: 0.0)
    for number in range(10):
        await jobs.stop(jobs.begin("review", f"guest {number}", {}))
    job = jobs.begin("review", "stranger", {})
    assert len(jobs._jobs) <= 2 * limits.jobs_max
    await jobs.stop(job)


async def test_a_damaged_table_does_not_keep_the_others_from_the_server(
    tmp_path: Path, clock: Time, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.db"
    first = Hall(Store(file, 0), make_pool(workers=1), Limits(), clock)
    await first.open()
    rooms = [await first.create(PERSONS, "ada", "Ada", "here") for _ in range(3)]
    await first.close()
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        for room, setup in zip(rooms, ('{"game"', '{"game": 7}'), strict=False):
            change = "UPDATE tables SET setup = ? WHERE id = ?"
            connection.execute(change, (setup, room.table.id))
    again = Hall(Store(file, 0), make_pool(workers=1), Limits(), clock)
    await again.open()
    assert [room.table.id for room in again.rooms()] == [rooms[2].table.id]
    assert rooms[0].table.id in caplog.text
    with pytest.raises(DamagedTable):
        await again.room(rooms[0].table.id)
    await again.close()


async def test_a_zeroed_page_does_not_stop_the_server(tmp_path: Path, clock: Time) -> None:
    file = tmp_path / "tables.db"
    first = Hall(Store(file, 0), make_pool(workers=1), Limits(), clock)
    await first.open()
    kept = [await first.create(PERSONS, "ada", "Ada", "here") for _ in range(40)]
    await first.close()
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'tables_over'"
        page = connection.execute(query).fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    with file.open("r+b") as data:
        data.seek((page - 1) * size)
        data.write(bytes(size))
    again = Hall(Store(file, 0), make_pool(workers=1), Limits(), clock)
    await again.open()
    assert {room.table.id for room in again.rooms()} == {room.table.id for room in kept}
    await again.close()
