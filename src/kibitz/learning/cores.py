"""How many cores and threads a run uses."""

from __future__ import annotations

import os

THREADS_MAX = 8  # by default: a minibatch has few shards, and an update few decisions


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux only
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def threads(wanted: int) -> int:
    """Return the number of threads for a setting of which 0 means one per core."""
    return wanted or min(cores(), THREADS_MAX)
