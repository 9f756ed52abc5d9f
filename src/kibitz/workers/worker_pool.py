"""The pool: worker processes that do the thinking, to keep the calling process responsive.

Every question goes through `WorkerPool.ask`. Its kind decides the lane, and each lane has its own
processes: however many reviews are running, a bot's move finds a process reserved for moves.

    kinds = {"move": Kind("kibitz.table.bot_move:answer", "moves")}
    pool = WorkerPool(kinds, {"moves": Lane(workers=2, seconds_max=60)})
    answer = await pool.ask({"ask": "move", ...})

The caller gets the answer or a named fault: TooSlow, Died, Busy, or what the worker reported. A
process that is too slow or dies is replaced. One that dies without a word after earlier answers may
have been dead before the question, which is then asked once more. Cancelling the caller cancels the
question: a waiting one is dropped; a running one has a moment to finish (which keeps its process
warm) before its process is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from kibitz.bots.remote.forfeit import Died, TooSlow
from kibitz.workers.errors import Busy
from kibitz.workers.question import Answer, Question, Report
from kibitz.workers.worker_handle import WorkerHandle

SHORT, NORMAL, LONG = 0, 1, 2  # ranks of questions; the lower is asked first
HALF_SECONDS = 60.0  # after which time that somebody has used counts half
ASKERS_MAX = 1000  # remembered with the time that they have used


@dataclass(frozen=True)
class Kind:
    """A kind of question: the function that answers it, as `module:function`, and its lane."""

    handler: str
    lane: str
    rank: int = NORMAL


@dataclass(frozen=True)
class Lane:
    """A bounded share of the machine for some kinds of questions."""

    workers: int
    seconds_max: float  # per answer, not counting the wait for a process
    waiting_max: int | None = None  # questions waiting for a process; None: no limit
    person_max: int | None = None  # questions of one person, running or waiting
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

        Lower ranks go first; within a rank, those of whoever has used the least time (`asked_by`).
        A LONG question never takes the last free process, if there is more than one.
        """
        who, rank = _ASKER.get()
        kind = self._kinds[question["ask"]]
        lane = self._lanes[kind.lane]
        turn = _Turn(kind.rank if rank is None else rank, who)
        return await lane.ask(question, report or _ignore, seconds or lane.lane.seconds_max, turn)

    async def close(self) -> None:
        """Stop all processes; running questions are cancelled."""
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))


_ASKER: ContextVar[tuple[str, int | None]] = ContextVar("asker", default=("", None))


@contextlib.contextmanager
def asked_by(who: str, rank: int | None = None) -> Iterator[None]:
    """Ask on behalf of somebody, with another rank than the question's usual one."""
    before = _ASKER.set((who, rank))
    try:
        yield
    finally:
        _ASKER.reset(before)


class _Turn:
    """A question that waits for a process."""

    def __init__(self, rank: int, who: str) -> None:
        self.rank, self.who = rank, who
        self.worker: asyncio.Future[WorkerHandle] = asyncio.get_running_loop().create_future()


class _Used:
    """The time that each person has used lately."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}  # seconds, and when they were counted

    def seconds(self, who: str, now: float) -> float:
        used, at = self._used.get(who, (0.0, 0.0))
        return used * float(0.5 ** ((now - at) / HALF_SECONDS))

    def add(self, who: str, seconds: float) -> None:
        now = time.monotonic()
        if len(self._used) >= ASKERS_MAX:
            del self._used[min(self._used, key=lambda one: self.seconds(one, now))]
        self._used[who] = (self.seconds(who, now) + seconds, now)


class _Running:
    """A lane with its processes."""

    def __init__(self, lane: Lane, handlers: Mapping[str, str]) -> None:
        self.lane = lane
        self.workers = [WorkerHandle(handlers) for _ in range(lane.workers)]
        self._free = list(self.workers)  # the most recently used last
        self._waiting: list[_Turn] = []  # in order of arrival
        self._asking: Counter[str] = Counter()
        self._used = _Used()
        self._tasks: set[asyncio.Task[Answer]] = set()

    async def ask(self, question: Question, report: Report, seconds: float, turn: _Turn) -> Answer:
        most, own = self.lane.waiting_max, self.lane.person_max
        if most is not None and self._asking.total() >= self.lane.workers + most:
            raise Busy("all workers are busy; try again in a moment")
        if own is not None and turn.who and self._asking[turn.who] >= own:
            raise Busy("your earlier questions are not answered yet; try again in a moment")
        self._asking[turn.who] += 1
        try:
            worker = await self._turn(turn)
            # A task of its own: the process is tidied up even if the caller goes away.
            task = asyncio.create_task(self._answer(worker, question, report, seconds, turn.who))
            self._tasks.add(task)
            task.add_done_callback(self._ended)
            try:
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                asyncio.get_running_loop().call_later(self.lane.finish_seconds, task.cancel)
                raise
        finally:
            self._asking[turn.who] -= 1
            self._asking += Counter()  # drops those who ask nothing

    async def _turn(self, turn: _Turn) -> WorkerHandle:
        """Wait for a process."""
        self._waiting.append(turn)
        self._serve()
        try:
            return await turn.worker
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif not turn.worker.cancelled():
                self._give_back(turn.worker.result())
            raise

    def _serve(self) -> None:
        """Give free processes to those whose turn it is."""
        while self._free:
            last = len(self._free) == 1 and self.lane.workers > 1
            able = [turn for turn in self._waiting if not (last and turn.rank >= LONG)]
            if not able:
                return
            now = time.monotonic()
            used = {who: self._used.seconds(who, now) for who in {turn.who for turn in able}}
            turn = min(able, key=lambda one: (one.rank, used[one.who]))  # else the first to come
            self._waiting.remove(turn)
            if not turn.worker.cancelled():
                turn.worker.set_result(self._free.pop())

    def _give_back(self, worker: WorkerHandle) -> None:
        self._free.append(worker)
        self._serve()

    async def _answer(
        self, worker: WorkerHandle, question: Question, report: Report, seconds: float, who: str
    ) -> Answer:
        begin = time.monotonic()
        try:
            report(0.0, {})
            return await asyncio.wait_for(worker.ask(question, report), seconds)
        except TimeoutError:
            await worker.end()
            raise TooSlow(f"it took more than {seconds:g} seconds") from None
        except (OSError, ValueError):
            await worker.end()
            raise Died("its process died") from None
        except asyncio.CancelledError:
            await worker.end()
            raise
        finally:
            self._used.add(who, time.monotonic() - begin)
            self._give_back(worker)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller is gone

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self.workers))


def _ignore(_: float, __: Answer) -> None:
    """Discard progress reports."""
