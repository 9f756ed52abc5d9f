"""Worker processes on this machine: one per core, replaced if lost.

Every process is `python -m kibitz.arena.run.worker_main` and speaks JSON lines. One thread per
worker reads its answers into a common queue; the caller takes lots of finished games from a
generator and stores them. Workers exit when nobody reads from them any more.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import tempfile
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable
from typing import Any

from kibitz.arena.errors import WorkerFailed
from kibitz.arena.plan.plan import Plan
from kibitz.arena.run.jobs import Job, Jobs
from kibitz.arena.run.playing import Playing
from kibitz.arena.store.rows import GameRow
from kibitz.workers.process import popen

AHEAD = 2  # jobs per worker: the one it plays and the next
LOSSES_MAX = 3  # workers that may die playing the same job
WARM_SECONDS = 0.3  # quick matches are over before the first worker is up
TAIL_BYTES = 2000
LOT_MAX = 20_000  # games written in one transaction

Lots = Generator[list[GameRow], None, None]  # finished games; close() ends the work
Said = queue.Queue[tuple["_Worker", dict[str, Any] | None]]  # None: it died


def play_here(plan: Plan, todo: Iterable[int], left: int, done: set[int]) -> Lots:
    """Play everything in this process."""
    jobs = Jobs(todo, left, done, workers=1)
    with contextlib.closing(Playing(plan.message())) as playing:
        yield from _play_jobs(playing, jobs, None)


def play_in_processes(
    plan: Plan, todo: Iterable[int], left: int, done: set[int], workers: int
) -> Lots:
    """Play the same games in several processes; lots arrive in any order."""
    jobs = Jobs(todo, left, done, workers)
    with contextlib.closing(Playing(plan.message())) as playing:
        if playing.all_native:
            yield from _play_jobs(playing, jobs, WARM_SECONDS)
    first = jobs.next()
    if first is None:
        return
    jobs.back(first)
    with _Crew(plan, jobs, workers) as crew:
        yield from crew.lots()


def _play_jobs(playing: Playing, jobs: Jobs, seconds: float | None) -> Lots:
    """Play one job after another until none are left or the time is up."""
    end = None if seconds is None else time.monotonic() + seconds
    while end is None or time.monotonic() < end:
        job = jobs.next()
        if job is None:
            return
        begin = time.monotonic()
        yield from playing.play(job.units, job.done)
        jobs.learn(len(job.units), time.monotonic() - begin)


class _Crew:
    """Some workers, and their messages."""

    def __init__(self, plan: Plan, jobs: Jobs, workers: int) -> None:
        self.jobs = jobs
        self.said: Said = queue.Queue()
        self.message = plan.message() | {"workers": workers}
        self.workers = {_Worker(self.message, self.said) for _ in range(workers)}

    def lots(self) -> Lots:
        for worker in [*self.workers] * AHEAD:
            self._hand_out(worker)
        failed: WorkerFailed | None = None
        while any(worker.jobs for worker in self.workers) and failed is None:
            lot: list[GameRow] = []
            try:
                lot += self._received(*self.said.get())
                # Everything that arrived meanwhile is written in one transaction.
                while len(lot) < LOT_MAX and not self.said.empty():
                    lot += self._received(*self.said.get())
            except WorkerFailed as error:
                failed = error
            if lot:
                yield lot
        if failed is not None:
            raise failed

    def _received(self, worker: _Worker, message: dict[str, Any] | None) -> list[GameRow]:
        """Handle a worker's message; return its finished games, if it has any."""
        if message is None:
            self._replace(worker)
        elif "rows" in message:
            rows: list[GameRow] = message["rows"]
            worker.jobs[0].done.update(row[0] for row in rows)
            return rows
        elif "finished" in message:
            job = worker.jobs.popleft()
            self.jobs.learn(len(job.units), message["finished"])
            self._hand_out(worker)
        else:
            code, sentence = message["error"]
            raise WorkerFailed(f"a worker cannot continue: {sentence} ({code})")
        return []

    def _hand_out(self, worker: _Worker) -> None:
        job = self.jobs.next()
        if job is not None:
            worker.send(job)

    def _replace(self, lost: _Worker) -> None:
        """Replace a worker that died and reassign its work."""
        self.workers.remove(lost)
        last_words = lost.tail() or "no output"
        lost.close()
        for place, job in enumerate(lost.jobs):
            job.losses += place == 0
            if job.losses >= LOSSES_MAX:
                raise WorkerFailed(
                    f"{LOSSES_MAX} workers died playing units {job.units[0]} to {job.units[-1]}: "
                    f"{last_words}"
                )
            self.jobs.back(job)
        fresh = _Worker(self.message, self.said)
        self.workers.add(fresh)
        for worker in self.workers:
            while len(worker.jobs) < AHEAD and (more := self.jobs.next()) is not None:
                worker.send(more)

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.close()


class _Worker:
    """One process."""

    def __init__(self, plan: dict[str, Any], said: Said) -> None:
        self.jobs: deque[Job] = deque()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed in close)
        self._process = popen("kibitz.arena.run.worker_main", stderr=self._errors)
        self._thread = threading.Thread(target=self._listen, args=(said,), daemon=True)
        self._thread.start()
        self._write({"plan": plan})

    def send(self, job: Job) -> None:
        self.jobs.append(job)
        self._write({"units": job.units, "done": sorted(job.done)})

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it died: the listener reports that
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def _listen(self, said: Said) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                said.put((self, json.loads(line)))
            except ValueError:  # cut off in the middle: it died
                break
        said.put((self, None))

    def tail(self) -> str:
        """Return the end of its stderr."""
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - TAIL_BYTES))
        return self._errors.read().decode(errors="replace").strip()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        self._errors.close()
