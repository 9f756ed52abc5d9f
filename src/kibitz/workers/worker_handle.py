"""One worker process, seen from its parent. It is started by its first question.

worker_main.py is what runs in the process; worker_pool.py chooses which worker answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping

from kibitz.workers import process
from kibitz.workers.errors import Reported
from kibitz.workers.question import Answer, Question, Report

MODULE = "kibitz.workers.worker_main"


class WorkerHandle:
    """A worker that answers one question at a time."""

    def __init__(self, handlers: Mapping[str, str]) -> None:
        self._handlers = json.dumps(dict(handlers))
        self._process: asyncio.subprocess.Process | None = None
        self._killed: set[asyncio.subprocess.Process] = set()  # but not yet reaped

    async def ask(self, question: Question, report: Report) -> Answer:
        """Return the answer. After an OSError or ValueError the process is unusable: call `end`.

        A process may have been killed since its last answer. If one that has answered before ends
        without a word, a new one is asked, once.
        """
        used, heard = self._process is not None, False

        def listen(progress: float, so_far: Answer) -> None:
            nonlocal heard
            heard = True
            report(progress, so_far)

        try:
            return await self._ask(question, listen)
        except OSError:
            if not used or heard:
                raise
        await self.end()
        return await self._ask(question, report)

    async def _ask(self, question: Question, report: Report) -> Answer:
        running = await self._started()
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(json.dumps(question).encode() + b"\n")
        await running.stdin.drain()
        while line := await running.stdout.readline():
            said = json.loads(line)
            if "progress" in said:
                report(said["progress"], said["so_far"])
            elif "fault" in said:
                raise Reported(said["fault"], said["message"], said.get("place"))
            else:
                answer: Answer = said["answer"]
                return answer
        raise ConnectionResetError("the process has ended")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await process.start(MODULE, self._handlers)
        return self._process

    async def end(self) -> None:
        """Kill the process; the next question starts a new one."""
        if self._process is not None:
            self._killed.add(self._process)
            self._process = None
        for killed in list(self._killed):
            if killed.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    killed.kill()
            await killed.wait()
            self._killed.discard(killed)
