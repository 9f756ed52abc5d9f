"""Writes played layers of pools: workers play blocks of deals, and this process writes them.

The file is written like a pool's (search/deal_pool/writing.py): each block has a checksum, so after
Ctrl-C, a crash or kill -9 the same call plays only what is missing, and the bytes of a finished
file depend on its settings alone. Native players share threads; others get processes.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from kibitz import bots
from kibitz.bots.spec.spec import Spec
from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.core.options import whole_number
from kibitz.search import deal_pool
from kibitz.search.deal_pool import DealPool, LayerSettings, Written
from kibitz.search.deal_pool.layer import BLOCK, NATIVE_BLOCK
from kibitz.search.deal_pool.writing import PoolFile

WORKERS_MAX = 256
Report = Callable[[int], None]


def write(
    path: str | Path,
    pool: DealPool,
    player: str,
    deals: int = 0,
    *,
    workers: int = 0,
    force: bool = False,
    report: Report | None = None,
) -> Written:
    """Write a layer of the first deals of a pool (0: of all), or what is missing of it."""
    spec = bots.spec(pool.game, player)
    if spec.oracle:
        raise BadOption(f"{player} sees all hands: its points are no player's")
    block = BLOCK if spec.native is None else NATIVE_BLOCK
    settings = LayerSettings.of(pool, deals or len(pool), player, spec.hash, block=block)
    count = whole_number("workers", workers, 0, WORKERS_MAX) or os.cpu_count() or 1
    with PoolFile(Path(path), settings, force=force) as file:
        found = file.settings
        assert isinstance(found, LayerSettings)
        settings, todo = found, file.todo()
        kept = there = settings.deals - sum(settings.deals_of(n)[1] for n in todo)
        if report is not None:
            report(there)
        with contextlib.closing(_play(pool, spec, settings, todo, count)) as blocks:
            for number, rows in blocks:
                file.put(number, rows)
                there += len(rows) // settings.row_size
                if report is not None:
                    report(there)
    return Written(settings, kept, there - kept)


def _play(
    pool: DealPool, spec: Spec, settings: LayerSettings, todo: list[int], workers: int
) -> Generator[tuple[int, bytes]]:
    """Yield (number, rows) of the blocks as they finish."""
    threads = max(1, min(workers, len(todo)))
    executor: Executor
    if spec.native is not None:
        executor = ThreadPoolExecutor(threads)
    elif threads == 1:
        yield from ((n, _block(pool.path, spec.name, *settings.deals_of(n))) for n in todo)
        return
    else:
        executor = ProcessPoolExecutor(threads, get_context("spawn"))
    left = iter(todo)
    running: dict[Future[bytes], int] = {}

    def begin_next() -> None:
        number = next(left, None)
        if number is not None:
            task = executor.submit(_block, pool.path, spec.name, *settings.deals_of(number))
            running[task] = number

    with executor:
        try:
            for _ in range(2 * threads):
                begin_next()
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    number = running.pop(future)
                    begin_next()
                    yield number, future.result()
        finally:
            executor.shutdown(cancel_futures=True)


def _block(path: Path, player: str, first: int, count: int) -> bytes:
    """The rows of a block: runs in a thread or in a process of its own."""
    pool = deal_pool.open(path, unfinished=True)
    spec, rows = bots.spec(pool.game, player), slice(first, first + count)
    hook: Any = registry.find("arena", pool.game, "contracts")
    assert hook is not None, "LayerSettings.of refuses other games"
    played = None if spec.native is None else hook.play_natively(pool, rows, spec.native)
    if played is None:
        played = hook.play_by_bots(pool, rows, spec.bot)
    found: bytes = played.tobytes()
    return found
