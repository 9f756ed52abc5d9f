"""Writes pools: worker threads solve blocks, and this thread writes each to its place.

1. Lock the file and examine it. Blocks that match their checksums are kept, so after `kill -9`, a
   power cut or damage the same call computes only what is missing.
2. Threads fill blocks with the interpreter lock released, and finish in any order.
3. A block is written before its checksum: a torn block has none, or one that does not match.
4. The file is flushed to disk every few seconds, so a power cut costs no more than that.

The bytes of a finished file depend on its settings alone.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from kibitz.core import engine as engines
from kibitz.core import files
from kibitz.core.errors import BadEngine, DamagedPool, NotAPool, OtherPool
from kibitz.core.options import whole_number
from kibitz.search import plays
from kibitz.search.deal_pool.cluster import solve_on_cluster
from kibitz.search.deal_pool.layout import SUM_SIZE, Settings
from kibitz.search.deal_pool.reading import examine_file

WORKERS_MAX = 256
CHECKPOINT_SECONDS = 5.0
WAIT_SECONDS = 0.5  # how often this thread checks while blocks are solved

Report = Callable[[int], None]
Blocks = Generator[tuple[int, bytes]]  # number and rows


@dataclass(frozen=True)
class Written:
    """What a call found and added."""

    settings: Settings
    kept: int  # deals already present
    made: int  # deals that this call added


def write(
    path: str | Path,
    game: str,
    deals: int,
    seed: int = 0,
    *,
    workers: int = 0,
    force: bool = False,
    report: Report | None = None,
    cluster: str | None = None,
) -> Written:
    """Write a pool, or what is missing of it; a complete one is left as it is.

    `workers=0` uses one thread per core; `cluster` is the address of a Ray cluster that solves
    instead. `force` replaces an existing pool. `report(n)` is called with the number of deals
    present, at the start and after every block. Ctrl-C stops at once, and the next call resumes.
    """
    settings = Settings.make(game, deals, seed)
    count = whole_number("workers", workers, 0, WORKERS_MAX) or os.cpu_count() or 1
    filler = _filler(settings) if cluster is None else None  # an error leaves no file behind

    def blocks(found: Settings, todo: list[int]) -> Blocks:
        if cluster is not None:
            return solve_on_cluster(found, todo, cluster)
        return _solve(found, filler, todo, count)

    return write_missing(path, settings, blocks, force=force, report=report)


def write_missing(
    path: str | Path,
    settings: Settings,
    blocks: Callable[[Settings, list[int]], Blocks],
    *,
    force: bool,
    report: Report | None,
) -> Written:
    """Write the blocks that a file lacks: `blocks` yields them, given the settings found in it."""
    with PoolFile(Path(path), settings, force=force) as file:
        settings = file.settings
        todo = file.todo()
        kept = there = settings.deals - sum(settings.deals_of(n)[1] for n in todo)
        if report is not None:
            report(there)
        with contextlib.closing(blocks(settings, todo)) as made:
            for number, rows in made:
                file.put(number, rows)
                there += len(rows) // settings.row_size
                if report is not None:
                    report(there)
    return Written(settings, kept, there - kept)


def as_they_finish(
    executor: Executor,
    work: Callable[[int, int], bytes],
    settings: Settings,
    todo: list[int],
    ahead: int,
) -> Blocks:
    """Yield (number, rows) of blocks; `work` makes one from its first deal and their number."""
    left = iter(todo)
    running: dict[Future[bytes], int] = {}

    def begin_next() -> None:
        number = next(left, None)
        if number is not None:
            running[executor.submit(work, *settings.deals_of(number))] = number

    for _ in range(ahead):
        begin_next()
    while running:
        done, _ = wait(running, WAIT_SECONDS, FIRST_COMPLETED)
        for future in done:
            number = running.pop(future)
            begin_next()  # first, so that no core waits for the disk
            yield number, future.result()


def _filler(settings: Settings) -> Any:
    module = engines.native()
    if module is None:
        raise BadEngine(
            f"solving pools needs the native engine, which is missing or disabled "
            f"({engines.VARIABLE}=python); reading a pool works without it"
        )
    return module.PoolFiller(plays.find(settings.game).number, settings.seed)


def _solve(settings: Settings, filler: Any, todo: list[int], workers: int) -> Blocks:
    """Solve blocks on threads. Closing the generator ends them."""
    with ThreadPoolExecutor(max(1, min(workers, len(todo)))) as threads:
        try:
            yield from as_they_finish(threads, filler.fill, settings, todo, workers)
        finally:  # after Ctrl-C or an error: stop the threads before the executor
            filler.stop()


class PoolFile:
    """A pool being written, locked against other processes; existing blocks are kept."""

    def __init__(self, path: Path, settings: Settings, *, force: bool) -> None:
        self.path = path
        self.settings = settings
        if path.exists() and not path.is_file():
            raise files.BadFile(f"cannot write {path}: it is not a regular file")
        self._lock = files.Lock(path, f"the pool {path}")  # creates an empty file if there is none
        with contextlib.ExitStack() as undo:
            undo.callback(self._lock.release)
            with files.named(path, "write"):
                self._file: BinaryIO = path.open("r+b", buffering=0)
                undo.callback(self._file.close)
                self._begin(force=force)
            undo.pop_all()
        self._synced = time.monotonic()

    def _begin(self, *, force: bool) -> None:
        """Find the head of this pool in the file, or write it."""
        magic, head_size = self.settings.magic, self.settings.head_size()
        found = self._file.read(head_size)
        if found and not found.startswith(magic) and not magic.startswith(found):
            raise NotAPool(
                f"{self.path} exists and is not {self.settings.what}; it was left unchanged"
            )
        if force or self.settings.head().startswith(found):  # nothing there, or torn in the head
            fresh = force or len(found) < head_size
        else:
            self.settings = self._other(found)
            fresh = False
        if fresh:
            self._file.truncate(0)
            self._write(0, self.settings.head() + bytes(SUM_SIZE * self.settings.blocks))
            self.sync()
        elif self._file.seek(0, os.SEEK_END) > self.settings.size:
            raise DamagedPool(f"{self.path} is longer than its header states; --force rewrites it")

    def _other(self, found: bytes) -> Settings:
        """The settings of the file, if it is the same pool with another block size."""
        wanted = self.settings
        there = wanted.parse(found, self.path)
        if there.identity != wanted.identity:
            raise OtherPool(
                f"{self.path} has {there}, not {wanted}: name another file, or start over "
                "with --force"
            )
        return there

    def todo(self) -> list[int]:
        """The blocks that are missing or do not match their checksums."""
        with files.named(self.path, "read"):
            found = examine_file(self._file, self.path, verify=True, kind=type(self.settings))
        return sorted(found.missing + found.damaged)

    def put(self, number: int, rows: bytes) -> None:
        """Write a block: the rows, then the checksum that validates them."""
        begin, length = self.settings.place_of(number)
        assert len(rows) == length
        with files.named(self.path, "write"):
            self._write(begin, rows)
            self._write(
                self.settings.head_size() + SUM_SIZE * number, self.settings.block_sum(number, rows)
            )
            if time.monotonic() - self._synced >= CHECKPOINT_SECONDS:
                self.sync()

    def _write(self, begin: int, data: bytes) -> None:
        self._file.seek(begin)
        while data:  # a full disk may accept a part and fail on the next write
            data = data[self._file.write(data) :]

    def sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with files.named(self.path, "write"):
                self.sync()
        finally:
            self._file.close()
            self._lock.release()
