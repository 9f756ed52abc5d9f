"""The pool: worker processes that do the thinking, to keep the calling process responsive.

Every question goes through `WorkerPool.ask`. Its kind decides the lane, and each lane has its own
processes: however many reviews are running, a bot's move finds a process reserved for moves.

    kinds = {"move": Kind("kibitz.table.think:answer", "moves")}
    pool = WorkerPool(kinds, {"moves": Lane(workers=2, seconds_max=60)})
    answer = await pool.ask({"ask": "move", ...})

The caller gets the answer or a named fault: TooSlow, Died, Busy, or what the worker reported. A
process that is too slow or dies is replaced. Cancelling the caller cancels the question: a waiting
one is dropped; a running one has a moment to finish (which keeps its process warm) before its
process is killed.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.bots.remote.forfeit import Died, TooSlow
from kibitz.workers.child import Child
from kibitz.workers.errors import Busy
from kibitz.workers.question import Answer, Question, Report


@dataclass(frozen=True)
class Kind:
    """A kind of question: the function that answers it, as `module:function`, and its lane."""

    handler: str
    lane: str


@dataclass(frozen=True)
class Lane:
    """A bounded share of the machine for some kinds of questions."""

    workers: int
    seconds_max: float  # per answer, not counting the wait for a process
    waiting_max: int | None = None  # questions waiting for a process; None: no limit
    finish_seconds: float = 1.0  # grace for a question whose caller was cancelled


def usual_workers() -> int:
    """Return how many processes suit this machine, leaving one core to the caller."""
    return max(1, min(8, (os.cpu_count() or 2) - 1))


class WorkerPool:
    """Lanes of worker processes, which start when first needed."""

    def __init__(self, kinds: Mapping[str, Kind], lanes: Mapping[str, Lane]) -> None:
        self._kinds = dict(kinds)
        self._lanes: dict[str, _Running] = {}
        for name, lane in lanes.items():
            own = {ask: kind.handler for ask, kind in kinds.items() if kind.lane == name}
            self._lanes[name] = _Running(lane, own)

    async def ask(
        self, question: Question, report: Report | None = None, seconds: float | None = None
    ) -> Answer:
        """Return the answer, or raise the reason there is none.

        `report` receives the progress and the findings so far, starting with `report(0.0, {})`
        when a process accepts the question. `seconds` overrides the deadline of the lane.
        """
        lane = self._lanes[self._kinds[question["ask"]].lane]
        return await lane.ask(question, report or _ignore, seconds or lane.lane.seconds_max)

    async def close(self) -> None:
        """Stop all processes; running questions are cancelled."""
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))


class _Running:
    """A lane with its processes."""

    def __init__(self, lane: Lane, handlers: Mapping[str, str]) -> None:
        self.lane = lane
        self.children = [Child(handlers) for _ in range(lane.workers)]
        self._free: asyncio.LifoQueue[Child] = asyncio.LifoQueue()  # most recently used first
        for child in self.children:
            self._free.put_nowait(child)
        self._asking = 0
        self._tasks: set[asyncio.Task[Answer]] = set()

    async def ask(self, question: Question, report: Report, seconds: float) -> Answer:
        most = self.lane.waiting_max
        if most is not None and self._asking >= self.lane.workers + most:
            raise Busy("all workers are busy; try again in a moment")
        self._asking += 1
        try:
            child = await self._free.get()
            # A task of its own: the process is tidied up even if the caller goes away.
            task = asyncio.create_task(self._answer(child, question, report, seconds))
            self._tasks.add(task)
            task.add_done_callback(self._ended)
            try:
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                asyncio.get_running_loop().call_later(self.lane.finish_seconds, task.cancel)
                raise
        finally:
            self._asking -= 1

    async def _answer(
        self, child: Child, question: Question, report: Report, seconds: float
    ) -> Answer:
        try:
            report(0.0, {})
            return await asyncio.wait_for(child.ask(question, report), seconds)
        except TimeoutError:
            await child.end()
            raise TooSlow(f"it took more than {seconds:g} seconds") from None
        except (OSError, ValueError):
            await child.end()
            raise Died("its process died") from None
        except asyncio.CancelledError:
            await child.end()
            raise
        finally:
            self._free.put_nowait(child)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller is gone

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(child.end() for child in self.children))


def _ignore(_: float, __: Answer) -> None:
    """Discard progress reports."""
