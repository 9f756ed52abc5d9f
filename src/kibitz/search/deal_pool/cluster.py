"""Solves the blocks of a pool on a Ray cluster; the process that asked writes the file.

A block is one task of about a second on one CPU, and depends on nothing but its number. Ray gives
the blocks of a node that dies to others.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from kibitz.core import engine as engines
from kibitz.core.cluster import NoCluster, connect, cpus
from kibitz.core.errors import BadEngine
from kibitz.search import plays
from kibitz.search.deal_pool.layout import Settings

AHEAD = 2  # tasks per CPU: the one that runs and the next
RETRIES_MAX = 3  # of a block, if nodes die


def fill(game: str, seed: int, first: int, count: int) -> bytes:
    """Return the rows of a block; runs on a node."""
    module = engines.native()
    if module is None:
        raise BadEngine("solving pools needs the native engine, which this node lacks")
    rows: bytes = module.PoolFiller(plays.find(game).number, seed).fill(first, count)
    return rows


def solve_on_cluster(
    settings: Settings, todo: list[int], address: str
) -> Generator[tuple[int, bytes]]:
    """Yield (number, rows) of the blocks as they finish. Closing the generator ends the tasks."""
    ray = connect(address)
    task = ray.remote(num_cpus=1, max_retries=RETRIES_MAX, scheduling_strategy="SPREAD")(fill)
    left = iter(todo)
    running: dict[Any, int] = {}

    def begin_next() -> None:
        number = next(left, None)
        if number is not None:
            first, count = settings.deals_of(number)
            running[task.remote(settings.game, settings.seed, first, count)] = number

    try:
        for _ in range(AHEAD * cpus(ray)):
            begin_next()
        while running:
            (done,), _ = ray.wait(list(running), num_returns=1)
            number = running.pop(done)
            begin_next()
            yield number, _rows(ray, done)
    finally:
        for one in running:
            ray.cancel(one, force=True)


def _rows(ray: Any, done: Any) -> bytes:
    try:
        rows: bytes = ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise BadEngine(f"a node cannot solve: {error.cause or error}") from None
    except ray.exceptions.RayError as error:
        raise NoCluster(f"a block was lost {RETRIES_MAX + 1} times: {error}") from None
    return rows
