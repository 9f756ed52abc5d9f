"""Processes that think: an answer, and what happens to those that do not give one."""

import asyncio
import time
from typing import Any

import pytest

from kibitz.interfaces.web import pool as pools
from kibitz.interfaces.web.pool import Pool
from kibitz.table import think
from kibitz.table.table import Table
from tests.table.tables import begun


@pytest.fixture
def table() -> Table:
    return begun("belote", "bot bot bot bot")


async def test_the_answer_is_that_of_this_process(table: Table) -> None:
    pool = Pool(1)
    question = think.question(table, "simple")
    assert (await pool.ask(question, 60))["action"] == think.answer(question)["action"]
    await pool.close()


async def test_who_is_too_slow_is_ended_and_the_next_is_answered(table: Table) -> None:
    pool = Pool(1)
    slow = think.question(table, "solver")
    begin = time.monotonic()
    assert (await pool.ask(slow, 0.001))["fault"] == "too_slow"
    assert time.monotonic() - begin < 30
    assert "action" in await pool.ask(think.question(table, "simple"), 60)
    await pool.close()


async def test_a_process_that_dies_is_replaced(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = Pool(1)
    question = think.question(table, "simple")
    await pool.ask(question, 60)
    process = pool._all[0]._process
    assert process is not None
    process.kill()
    await process.wait()
    assert "action" in await pool.ask(question, 60)
    monkeypatch.setattr(pools.sys, "executable", "/bin/false")
    await pool._all[0].end()
    assert (await pool.ask(question, 60))["fault"] == "died"
    await pool.close()


async def test_a_question_that_cannot_be_answered_has_a_fault(table: Table) -> None:
    pool = Pool(1)
    question: dict[str, Any] = think.question(table, "simple") | {"bot": "nobody"}
    assert "fault" in await pool.ask(question, 60)
    assert "action" in await pool.ask(think.question(table, "simple"), 60)
    await pool.close()


async def test_who_goes_away_leaves_the_process_in_order(table: Table) -> None:
    pool = Pool(1)
    question = think.question(table, "simple")
    asking = asyncio.create_task(pool.ask(question, 60))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await pool.ask(question, 60))["action"] == think.answer(question)["action"]
    await pool.close()


async def test_more_questions_than_processes(table: Table) -> None:
    pool = Pool(2)
    question = think.question(table, "simple")
    answers = await asyncio.gather(*(pool.ask(question, 60) for _ in range(20)))
    assert len({answer["action"] for answer in answers}) == 1
    await pool.close()
