"""Work in handy portions: takes units from what is left, as many as are worth a trip.

A portion should take about `JOB_SECONDS`: long enough that messages cost nothing, short enough that
all workers end together. Units of a worker that was lost come first again, without the games that
it had handed over.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

JOB_SECONDS = 0.5
JOB_UNITS_MAX = 20_000
GROWTH = 4  # at most so much larger than the last portion: the first ones tell little


@dataclass
class Job:
    """Some units, and the games of them that are not to be played."""

    units: list[int]
    done: set[int] = field(default_factory=set)
    losses: int = 0  # workers that died at it


class Jobs:
    """What is left to do."""

    def __init__(self, todo: Iterable[int], left: int, done: set[int], workers: int) -> None:
        self._todo: Iterator[int] = iter(todo)
        self._left, self._workers = left, workers
        self._done = done  # numbers of games in units that are not whole
        self._again: deque[Job] = deque()
        self._size = 1

    def next(self) -> Job | None:
        """The next portion; None where nothing is left."""
        if self._again:
            return self._again.popleft()
        fair = -(-self._left // (2 * self._workers))  # the last portions are small ones
        units = list(itertools.islice(self._todo, max(1, min(self._size, fair))))
        self._left -= len(units)
        return Job(units, set(self._done)) if units else None

    @property
    def empty(self) -> bool:
        """Whether nothing is left to be handed out."""
        return not self._again and self._left <= 0

    def learn(self, units: int, seconds: float) -> None:
        """A portion of so many units took so long."""
        wanted = int(units * JOB_SECONDS / max(seconds, 1e-6))
        self._size = max(1, min(wanted, GROWTH * self._size, JOB_UNITS_MAX))

    def back(self, job: Job) -> None:
        """A portion that was not finished."""
        self._again.append(job)
