"""Writes played layers of pools: workers play blocks of deals, and this process writes them.

The file is written like a pool's (search/deal_pool/writing.py): each block has a checksum, so after
Ctrl-C, a crash or kill -9 the same call plays only what is missing, and the bytes of a finished
file depend on its settings alone. Native players share threads; others get processes.
"""

from __future__ import annotations

import functools
import os
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from kibitz import bots
from kibitz.bots.spec.spec import Spec
from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.core.options import whole_number
from kibitz.search import deal_pool
from kibitz.search.deal_pool import DealPool, LayerSettings, Settings, Written
from kibitz.search.deal_pool.layer import BLOCK, NATIVE_BLOCK
from kibitz.search.deal_pool.writing import (
    WORKERS_MAX,
    Blocks,
    Report,
    as_they_finish,
    write_missing,
)


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
        raise BadOption(f"{player} sees all hands: its points are not those of a player")
    block = BLOCK if spec.native is None else NATIVE_BLOCK
    settings = LayerSettings.of(pool, deals or len(pool), player, spec.hash, block=block)
    count = whole_number("workers", workers, 0, WORKERS_MAX) or os.cpu_count() or 1

    def blocks(found: Settings, todo: list[int]) -> Blocks:
        return _play(pool, spec, found, todo, count)

    return write_missing(path, settings, blocks, force=force, report=report)


def _play(pool: DealPool, spec: Spec, settings: Settings, todo: list[int], workers: int) -> Blocks:
    """Play blocks on threads or processes. Closing the generator ends them."""
    work = functools.partial(_block, pool.path, spec.name)
    count = max(1, min(workers, len(todo)))
    executor: Executor
    if spec.native is not None:
        executor = ThreadPoolExecutor(count)
    elif count == 1:
        yield from ((n, work(*settings.deals_of(n))) for n in todo)
        return
    else:
        executor = ProcessPoolExecutor(count, get_context("spawn"))
    with executor:
        try:
            yield from as_they_finish(executor, work, settings, todo, 2 * count)
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
