"""Jobs: long-running questions to the worker pool, each on behalf of one person.

A job belongs to the person who started it, and runs on when they leave the page. Stopping it
cancels the question but keeps the results so far. Jobs live in memory only: after a restart, the
page starts them again.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.errors import KibitzError
from kibitz.server.limits import Limits
from kibitz.server.thinking import ask
from kibitz.workers.question import Answer
from kibitz.workers.worker_pool import WorkerPool

ID_BYTES = 12


class UnknownJob(KibitzError):
    """There is no such job, or it belongs to someone else."""

    code = "unknown_job"


class TooManyJobs(KibitzError):
    """The limit of jobs is reached."""

    code = "too_many_jobs"


@dataclass
class Job:
    id: str
    kind: str
    player: str
    question: dict[str, Any]
    state: str = "waiting"
    progress: float = 0.0
    result: Answer | None = None
    refusal: dict[str, str] | None = None
    ended: float | None = None
    on_done: Callable[[Answer], None] | None = field(default=None, repr=False)
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def open(self) -> bool:
        return self.state in ("waiting", "running")

    def report(self, progress: float, so_far: Answer) -> None:
        """Take an intermediate result from the pool."""
        if self.open:
            self.state, self.progress = "running", progress
            self.result = so_far or None

    def message(self) -> dict[str, Any]:
        """Return the job as JobReply."""
        return {
            "job": self.id,
            "kind": self.kind,
            "state": self.state,
            "progress": self.progress,
            self.kind: self.result,
            "refusal": self.refusal,
        }


class Jobs:
    """All jobs of a server, by their ids."""

    def __init__(self, pool: WorkerPool, limits: Limits, now: Callable[[], float]) -> None:
        self.pool, self.limits, self.now = pool, limits, now
        self._jobs: dict[str, Job] = {}

    def begin(self, kind: str, player: str, question: dict[str, Any]) -> Job:
        """Start a job; it waits until the pool has a process for it."""
        self._forget()
        running = [job for job in self._jobs.values() if job.open]
        own = sum(job.player == player for job in running)
        if own >= self.limits.jobs_person_max or len(running) >= self.limits.jobs_max:
            raise TooManyJobs("too many jobs; wait until one ends, or stop one")
        job = Job(secrets.token_urlsafe(ID_BYTES), kind, player, {"ask": kind, **question})
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job))
        return job

    def find(self, job_id: str, player: str | None) -> Job:
        job = self._jobs.get(job_id)
        if job is None or job.player != player:
            raise UnknownJob("you have no such job")
        return job

    async def stop(self, job: Job) -> None:
        """Stop a running job and keep its results so far."""
        if not job.open or job.task is None:
            return
        job.state = "stopped"
        job.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await job.task
        job.ended = self.now()
        if job.result is not None:
            job.result["ended"] = "stopped"
            if job.on_done is not None:
                job.on_done(job.result)

    async def close(self) -> None:
        for job in self._jobs.values():
            await self.stop(job)

    async def _run(self, job: Job) -> None:
        try:
            job.result = await ask(self.pool, job.question, job.report, who=job.player)
            job.state, job.progress = "done", 1.0
            if job.on_done is not None:
                job.on_done(job.result)
        except KibitzError as error:
            job.state = "failed"
            job.refusal = {"code": error.code, "sentence": str(error)}
        finally:
            job.ended = self.now()

    def _forget(self) -> None:
        """Drop jobs that ended long ago, and the oldest if many have ended."""
        old = self.now() - self.limits.job_kept_seconds
        ended = [job for job in self._jobs.values() if job.ended is not None]
        ended.sort(key=lambda job: job.ended or 0.0)
        for place, job in enumerate(ended):
            if (job.ended or 0.0) < old or place < len(ended) - self.limits.jobs_max:
                del self._jobs[job.id]
