"""Processes that think, so that the server never does.

Each process of kibitz.table.thinker answers one question at a time. One that takes too long, or
dies, is ended and another started; who asked is told why. Processes are started when first needed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import kibitz

ANSWER_BYTES_MAX = 16 * 1024 * 1024
THINKER = "kibitz.table.thinker"
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def usual_workers() -> int:
    """One core is left to the server."""
    return max(1, min(8, (os.cpu_count() or 2) - 1))


async def start(module: str, *arguments: str) -> asyncio.subprocess.Process:
    """A process of ours that is asked on stdin and answers on stdout."""
    environment = dict(os.environ) | dict.fromkeys(THREADS, "1")
    here = str(Path(kibitz.__file__).parents[1])  # the same Kibitz as ours
    known = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([here, known] if known else [here])
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,  # whatever a bot prints, it may be cards
        env=environment,
        limit=ANSWER_BYTES_MAX,
        start_new_session=True,  # Ctrl-C is for the server, which ends them
    )


class Worker:
    """One process, started at its first question."""

    def __init__(self, module: str = THINKER) -> None:
        self.module = module
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        process = await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise ConnectionResetError("the process has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await start(self.module)
        return self._process

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()


class Pool:
    def __init__(self, workers: int | None = None, module: str = THINKER) -> None:
        self.size = workers or usual_workers()
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._all = [Worker(module) for _ in range(self.size)]
        for worker in self._all:
            self._free.put_nowait(worker)
        self._tasks: set[asyncio.Task[dict[str, Any]]] = set()

    async def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer, or `{"fault": code, "message": ...}`. Waiting for a free process is free."""
        # A task of its own: if who asked goes away, the process still finishes and comes back.
        task = asyncio.create_task(self._ask(question, seconds))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        worker = await self._free.get()
        try:
            return await asyncio.wait_for(worker.ask(question), seconds)
        except TimeoutError:
            await worker.end()
            return {"fault": "too_slow", "message": f"it took more than {seconds:g} seconds"}
        except (OSError, ValueError):
            await worker.end()
            return {"fault": "died", "message": "its process has ended"}
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all))
