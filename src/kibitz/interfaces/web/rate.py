"""How often: at most so many in a sliding window of time."""

from __future__ import annotations

from collections import deque


class Rate:
    """Counts what happens; `allows` says whether one more may."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._times: deque[float] = deque()

    def allows(self, now: float, most: int) -> bool:
        """Count one more, unless there were `most` already."""
        if self.count(now) >= most:
            return False
        self._times.append(now)
        return True

    def count(self, now: float) -> int:
        """How many there were in the window."""
        while self._times and self._times[0] <= now - self.seconds:
            self._times.popleft()
        return len(self._times)


class Rates:
    """One Rate for each address; those that are quiet are forgotten."""

    FORGET_AT = 10_000

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._rates: dict[str, Rate] = {}

    def allows(self, key: str, now: float, most: int) -> bool:
        if len(self._rates) >= self.FORGET_AT:
            self._rates = {k: rate for k, rate in self._rates.items() if rate.count(now)}
        return self._rates.setdefault(key, Rate(self.seconds)).allows(now, most)
