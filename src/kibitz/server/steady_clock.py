"""The server's clock: the time of day at its start, and from then on a clock that is never set.

Deadlines and rate limits thus neither stretch nor collapse when somebody corrects the system's
clock. Times in the store stay comparable with those of earlier runs.
"""

from __future__ import annotations

import time

_OFFSET = time.time() - time.monotonic()


def now() -> float:
    """Return the seconds since 1970 by a clock that only goes forwards."""
    return _OFFSET + time.monotonic()
