"""Run work one step ahead in a thread: the teacher plays the next samples while the learner trains.

At most one piece of work is in flight; what PPO collects ahead (`overlap`) is one update old.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

T = TypeVar("T")


class Ahead(Generic[T]):
    """`put` starts a piece of work, `take` waits for its result."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "collector")
        self._work: Future[T] | None = None

    @property
    def empty(self) -> bool:
        return self._work is None

    def put(self, work: Callable[[], T]) -> None:
        assert self._work is None, "one piece of work at a time"
        self._work = self._thread.submit(work)

    def take(self) -> T:
        assert self._work is not None, "no work in flight"
        work, self._work = self._work, None
        return work.result()

    def close(self) -> None:
        """Wait for the work in flight and discard its result."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._work = None
