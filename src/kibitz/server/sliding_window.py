"""Count events in a sliding window of time, of one sender or for each address.

The counter behind every rate limit. limits.py has the numbers and the error; guard.py, socket.py,
extension.py and routes/tables.py enforce them.
"""

from __future__ import annotations

from collections import deque


class Rate:
    """Count events in a window; `allows` returns whether one more is allowed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._times: deque[float] = deque()

    def allows(self, now: float, most: int) -> bool:
        """Count one more event and return True, unless there were `most` already."""
        if self.count(now) >= most:
            return False
        self._times.append(now)
        return True

    def count(self, now: float) -> int:
        """Return the number of events in the window."""
        while self._times and self._times[0] <= now - self.seconds:
            self._times.popleft()
        return len(self._times)


class Rates:
    """One Rate per address; idle ones are dropped."""

    FORGET_AT = 10_000

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._rates: dict[str, Rate] = {}

    def allows(self, key: str, now: float, most: int) -> bool:
        if len(self._rates) >= self.FORGET_AT:
            self._rates = {k: rate for k, rate in self._rates.items() if rate.count(now)}
        return self._rates.setdefault(key, Rate(self.seconds)).allows(now, most)
