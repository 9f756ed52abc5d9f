"""Work in batches of units: as many as are worth a round trip.

A batch should take about `JOB_SECONDS`: long enough to make messages cheap, short enough for all
workers to finish together. Units of a lost worker go to the front of the queue, without the games
that it had delivered.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

JOB_SECONDS = 0.5
JOB_UNITS_MAX = 20_000
GROWTH = 4  # largest growth from batch to batch: the first ones are poor estimates


@dataclass
class Job:
    """Some units, and which of their games are not to be played."""

    units: list[int]
    done: set[int] = field(default_factory=set)
    losses: int = 0  # workers that died playing it


class Jobs:
    """The remaining work."""

    def __init__(self, todo: Iterable[int], left: int, done: set[int], workers: int) -> None:
        self._todo: Iterator[int] = iter(todo)
        self._left, self._workers = left, workers
        self._done = done  # numbers of games in incomplete units
        self._again: deque[Job] = deque()
        self._size = 1

    def next(self) -> Job | None:
        """Return the next batch; None if nothing is left."""
        if self._again:
            return self._again.popleft()
        fair = -(-self._left // (2 * self._workers))  # the last batches are small
        units = list(itertools.islice(self._todo, max(1, min(self._size, fair))))
        self._left -= len(units)
        return Job(units, set(self._done)) if units else None

    @property
    def empty(self) -> bool:
        """Whether there is nothing left to hand out."""
        return not self._again and self._left <= 0

    def learn(self, units: int, seconds: float) -> None:
        """Record how long a batch of units took."""
        wanted = int(units * JOB_SECONDS / max(seconds, 1e-6))
        self._size = max(1, min(wanted, GROWTH * self._size, JOB_UNITS_MAX))

    def back(self, job: Job) -> None:
        """Return an unfinished batch to the queue."""
        self._again.append(job)
