"""Who gives advice for the server: processes that answer soon, and jobs, each a process of its own.

A job belongs to who asked for it. Stopping one ends its process; what it had told until then stays.
Nothing of this is kept: after a restart a page asks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.bots import wire
from kibitz.core.errors import KibitzError
from kibitz.core.view import View
from kibitz.interfaces.web import pool
from kibitz.interfaces.web.limits import Limits

log = logging.getLogger("kibitz.web")

MODULE = "kibitz.interfaces.web.analyst"
ID_BYTES = 12


def about_view(view: View, bot: str | None, worlds: int, seed: int) -> dict[str, Any]:
    """The question about one view, for `hint_view` of analyst.py."""
    return {
        "kind": "hint",
        "game": view.game.name,
        "options": view.game.chosen_options(),
        "view": wire.write(view),
        "history": wire.write_events(view.history),
        "bot": bot,
        "worlds": worlds,
        "seed": seed,
    }


class UnknownJob(KibitzError):
    """No such job, or somebody else's."""

    code = "unknown_job"


class TooManyJobs(KibitzError):
    """As many jobs as one may have at a time."""

    code = "too_many_jobs"


class Refusal(KibitzError):
    """What an analyst has refused, with its own code."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code  # type: ignore[misc]  # each has its own


@dataclass
class Job:
    id: str
    kind: str
    player: str
    question: dict[str, Any]
    state: str = "waiting"
    progress: float = 0.0
    result: dict[str, Any] | None = None
    refusal: dict[str, str] | None = None
    ended: float | None = None
    process: asyncio.subprocess.Process | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def open(self) -> bool:
        return self.state in ("waiting", "running")

    def told(self) -> dict[str, Any]:
        """The message of a job."""
        return {
            "job": self.id,
            "kind": self.kind,
            "state": self.state,
            "progress": self.progress,
            self.kind: self.result,
            "refusal": self.refusal,
        }


class Analysts:
    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits, self.now = limits, now
        self.pool = pool.Pool(limits.analysts, MODULE)
        self._asking = 0
        self._jobs: dict[str, Job] = {}
        self._free = asyncio.Semaphore(limits.jobs_running_max)

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """What is soon answered; a refusal is raised."""
        if self._asking >= self.limits.hints_max + self.limits.analysts:
            raise Refusal("busy", "all analysts are taken; ask again in a moment")
        self._asking += 1
        try:
            told = await self.pool.ask(question, self.limits.analysis_seconds_max)
        finally:
            self._asking -= 1
        if "fault" in told:
            _note(question, told)
            raise Refusal(str(told["fault"]), str(told["message"]))
        return told

    # Jobs -----------------------------------------------------------------------------------------

    def begin(self, kind: str, player: str, question: dict[str, Any]) -> Job:
        self._forget()
        own = sum(job.open and job.player == player for job in self._jobs.values())
        if own >= self.limits.jobs_person_max or len(self._jobs) >= self.limits.jobs_max:
            raise TooManyJobs("wait until one of your jobs has ended, or stop it")
        job = Job(secrets.token_urlsafe(ID_BYTES), kind, player, question | {"kind": kind})
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job))
        return job

    def find(self, job_id: str, player: str | None) -> Job:
        job = self._jobs.get(job_id)
        if job is None or job.player != player:
            raise UnknownJob("there is no such job of yours")
        return job

    async def stop(self, job: Job) -> None:
        """End a job that is under way; what it has told stays."""
        if not job.open or job.task is None:
            return
        job.state = "stopped"
        job.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await job.task

    async def close(self) -> None:
        for job in self._jobs.values():
            await self.stop(job)
        await self.pool.close()

    async def _run(self, job: Job) -> None:
        try:
            async with self._free:
                job.state = "running"
                async with asyncio.timeout(self.limits.job_seconds_max):
                    await self._listen(job)
        except TimeoutError:
            self._fail(job, "too_slow", "it took too long")
        except (OSError, ValueError):
            self._fail(job, "bot_failed", "its process has ended")
        finally:
            job.ended = self.now()
            await _end(job)
            if job.state == "stopped" and job.result is not None:
                job.result["ended"] = "stopped"

    async def _listen(self, job: Job) -> None:
        """Take what the process of a job tells."""
        job.process = await pool.start(MODULE, "--job")
        assert job.process.stdin is not None
        assert job.process.stdout is not None
        job.process.stdin.write(json.dumps(job.question).encode() + b"\n")
        await job.process.stdin.drain()
        while line := await job.process.stdout.readline():
            told = json.loads(line)
            if "fault" in told:
                _note(job.question, told)
                self._fail(job, str(told["fault"]), str(told["message"]))
                return
            job.progress, job.result = told["progress"], told["result"]
            if job.progress == 1:
                job.state = "done"
                return
        raise ConnectionResetError("the process has ended")

    def _fail(self, job: Job, code: str, sentence: str) -> None:
        job.state = "failed"
        job.refusal = {"code": code, "sentence": sentence}

    def _forget(self) -> None:
        """Jobs that ended long ago."""
        old = self.now() - self.limits.job_kept_seconds
        for job in list(self._jobs.values()):
            if job.ended is not None and job.ended < old:
                del self._jobs[job.id]


def _note(question: dict[str, Any], told: dict[str, Any]) -> None:
    """What failed, and where, into the log; a refusal is no failure."""
    if "place" in told:
        log.warning("%s by %s failed: %s", question["kind"], question.get("bot"), told["place"])


async def _end(job: Job) -> None:
    process, job.process = job.process, None
    if process is None:
        return
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()
