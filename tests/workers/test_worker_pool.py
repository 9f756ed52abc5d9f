"""The pool: an answer or a named fault, whatever happens to the process that was asked."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from kibitz.bots.remote.forfeit import Died, TooSlow
from kibitz.workers.errors import Busy, Reported
from kibitz.workers.worker_pool import LONG, SHORT, Kind, Lane, WorkerPool, asked_by

NAMES = ("echo", "sleep", "count", "refuse", "fail", "leave")
KINDS = {name: Kind(f"tests.workers.handlers:{name}", "short") for name in NAMES}
KINDS["job"] = Kind("tests.workers.handlers:count", "long")
ECHO = {"ask": "echo", "say": "é"}


def lanes(**short: Any) -> dict[str, Lane]:
    settings: dict[str, Any] = {"workers": 1, "seconds_max": 60.0} | short
    return {"short": Lane(**settings), "long": Lane(1, 60.0, finish_seconds=0.0)}


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    made = WorkerPool(KINDS, lanes())
    yield made
    await made.close()


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def gone(pid: int) -> None:
    """Wait until the loop has reaped a process."""
    for _ in range(1000):
        if not running(pid):
            await asyncio.sleep(0.1)  # a thread reaps it; the loop learns of it a moment later
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"process {pid} is still there")


async def test_a_process_stays_for_the_next_question(pool: WorkerPool) -> None:
    first, second = await pool.ask(ECHO), await pool.ask(ECHO)
    assert first["said"] == "é"
    assert first["pid"] == second["pid"] != os.getpid()


async def test_a_slow_process_is_replaced(pool: WorkerPool) -> None:
    slow = (await pool.ask(ECHO))["pid"]
    begin = time.monotonic()
    with pytest.raises(TooSlow, match=r"more than 0\.1 seconds"):
        await pool.ask({"ask": "sleep", "seconds": 60}, seconds=0.1)
    assert time.monotonic() - begin < 30
    assert not running(slow)
    assert (await pool.ask(ECHO))["pid"] != slow


async def test_a_process_that_ends_is_replaced(pool: WorkerPool) -> None:
    with pytest.raises(Died):
        await pool.ask({"ask": "leave"})
    pid = (await pool.ask(ECHO))["pid"]
    os.kill(pid, 9)
    await gone(pid)
    assert (await pool.ask(ECHO))["pid"] != pid, "one that ended between two questions"


async def test_a_process_killed_before_a_question_costs_nobody_an_answer(pool: WorkerPool) -> None:
    """Also if nobody has noticed yet."""
    for _ in range(5):
        pid = (await pool.ask(ECHO))["pid"]
        os.kill(pid, 9)
        assert (await pool.ask(ECHO))["pid"] != pid


async def test_a_question_that_kills_its_process_is_asked_twice_at_most(pool: WorkerPool) -> None:
    """Once more than needed, because nobody can tell; a process that has reported is not asked."""
    await pool.ask(ECHO)
    with pytest.raises(Died):
        await pool.ask({"ask": "leave"})
    pid = (await pool.ask(ECHO))["pid"]
    asked = {"ask": "count", "steps": 1000, "seconds": 0.05}

    def kill(progress: float, _: dict[str, Any]) -> None:
        if progress > 0 and running(pid):
            os.kill(pid, 9)

    with pytest.raises(Died):  # a second process would live to the end
        await pool.ask(asked, kill)


async def test_a_process_that_does_not_start(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("kibitz.workers.process.sys.executable", "/bin/false")
        with pytest.raises(Died):
            await pool.ask(ECHO)
        broken.setattr("kibitz.workers.process.sys.executable", "/no/such/python")
        with pytest.raises(Died):
            await pool.ask(ECHO)
    assert (await pool.ask(ECHO))["said"] == "é"


async def test_faults_of_a_handler_keep_the_process(pool: WorkerPool) -> None:
    pid = (await pool.ask(ECHO))["pid"]
    with pytest.raises(Reported) as refused:
        await pool.ask({"ask": "refuse"})
    assert (refused.value.code, str(refused.value)) == ("bad_seat", "no such seat")
    assert refused.value.place is None
    with pytest.raises(Reported) as failed:
        await pool.ask({"ask": "fail"})
    assert failed.value.code == "crashed"
    assert failed.value.place is not None
    assert failed.value.place.startswith("ZeroDivisionError in fail handlers.py:")
    assert "hearts" not in failed.value.place
    assert (await pool.ask(ECHO))["pid"] == pid


async def test_progress_comes_before_the_answer(pool: WorkerPool) -> None:
    received: list[tuple[float, dict[str, Any]]] = []
    asked = {"ask": "count", "steps": 4, "seconds": 0.25}
    answer = await pool.ask(asked, lambda *update: received.append(update))
    assert answer == {"step": 4}
    assert received[0] == (0.0, {})
    assert received[-1] == (0.75, {"step": 3})
    assert [progress for progress, _ in received] == sorted(progress for progress, _ in received)


async def test_a_cancelled_question_may_finish(pool: WorkerPool) -> None:
    pid = (await pool.ask(ECHO))["pid"]
    asking = asyncio.create_task(pool.ask({"ask": "sleep", "seconds": 0.2}))
    await asyncio.sleep(0.05)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await pool.ask(ECHO))["pid"] == pid, "its process stayed warm, and in order"


async def test_a_cancelled_question_that_goes_on_is_ended() -> None:
    pool = WorkerPool(KINDS, lanes(finish_seconds=0.2))
    pid = (await pool.ask(ECHO))["pid"]
    asking = asyncio.create_task(pool.ask({"ask": "sleep", "seconds": 60}))
    await asyncio.sleep(0.05)
    asking.cancel()
    begin = time.monotonic()
    assert (await pool.ask(ECHO))["pid"] != pid
    assert time.monotonic() - begin < 30
    await gone(pid)
    await pool.close()


async def test_a_cancelled_question_that_waits_is_dropped(pool: WorkerPool) -> None:
    first = asyncio.create_task(pool.ask({"ask": "sleep", "seconds": 0.3}))
    await asyncio.sleep(0.05)
    second = asyncio.create_task(pool.ask({"ask": "leave"}))
    await asyncio.sleep(0.05)
    second.cancel()
    pid = (await first)["pid"]
    assert (await pool.ask(ECHO))["pid"] == pid, "nobody asked it to leave"


async def test_more_questions_than_processes() -> None:
    pool = WorkerPool(KINDS, lanes(workers=2))
    answers = await asyncio.gather(*(pool.ask(ECHO) for _ in range(20)))
    assert {answer["said"] for answer in answers} == {"é"}
    assert len({answer["pid"] for answer in answers}) == 2
    await pool.close()


async def test_only_so_many_may_wait() -> None:
    pool = WorkerPool(KINDS, lanes(waiting_max=1))
    slow = {"ask": "sleep", "seconds": 0.3}
    asked = [asyncio.create_task(pool.ask(slow)) for _ in range(2)]
    await asyncio.sleep(0.05)
    with pytest.raises(Busy):
        await pool.ask(ECHO)
    await asyncio.gather(*asked)
    assert (await pool.ask(ECHO))["said"] == "é"
    await pool.close()


async def test_long_questions_do_not_starve_short_ones(pool: WorkerPool) -> None:
    await pool.ask(ECHO)
    jobs = [
        asyncio.create_task(pool.ask({"ask": "job", "steps": 600, "seconds": 0.1}))
        for _ in range(5)
    ]
    await asyncio.sleep(0.1)
    assert (await asyncio.wait_for(pool.ask(ECHO), 30))["said"] == "é"
    assert not any(job.done() for job in jobs)
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)


async def test_closing_ends_everything(pool: WorkerPool) -> None:
    pid = (await pool.ask(ECHO))["pid"]
    asking = asyncio.create_task(pool.ask({"ask": "sleep", "seconds": 60}))
    await asyncio.sleep(0.05)
    begin = time.monotonic()
    await pool.close()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert time.monotonic() - begin < 30
    assert not running(pid)


async def order(pool: WorkerPool, asked: Sequence[tuple[str, int | None]]) -> list[int]:
    """Keep the only process busy, ask all of these, and return the order of their answers."""
    done: list[int] = []

    async def one(number: int, who: str, rank: int | None) -> None:
        with asked_by(who, rank):
            await pool.ask(ECHO)
        done.append(number)

    with asked_by("greedy"):
        busy = asyncio.create_task(pool.ask({"ask": "sleep", "seconds": 0.2}))
    await asyncio.sleep(0)
    tasks = [asyncio.create_task(one(i, *turn)) for i, turn in enumerate(asked)]
    await asyncio.gather(busy, *tasks)
    return done


async def test_short_questions_and_people_go_first(pool: WorkerPool) -> None:
    ranks = [("a", LONG), ("a", LONG), ("b", None), ("c", SHORT)]
    assert await order(pool, ranks) == [3, 2, 0, 1]


async def test_who_has_used_least_goes_first(pool: WorkerPool) -> None:
    await order(pool, [])
    assert await order(pool, [("greedy", None)] * 3 + [("stranger", None)]) == [3, 0, 1, 2]


async def test_a_long_question_leaves_a_process_free() -> None:
    pool = WorkerPool(KINDS, lanes(workers=2))
    with asked_by("greedy", LONG):
        slow = [asyncio.create_task(pool.ask({"ask": "sleep", "seconds": 60})) for _ in range(3)]
    await asyncio.sleep(0)
    assert (await asyncio.wait_for(pool.ask(ECHO), 30))["said"] == "é"
    for task in slow:
        task.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    await pool.close()


async def test_one_person_has_so_many_questions() -> None:
    pool = WorkerPool(KINDS, lanes(person_max=2))
    with asked_by("greedy"):
        slow = [asyncio.create_task(pool.ask({"ask": "sleep", "seconds": 0.1})) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="your earlier questions"):
            await pool.ask(ECHO)
    with asked_by("stranger"):
        assert (await pool.ask(ECHO))["said"] == "é"
    await asyncio.gather(*slow)
    await pool.close()
