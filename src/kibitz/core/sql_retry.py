"""Retries a transaction whose connection was lost, so that a match survives a server's restart.

After such a loss it is unknown whether the transaction was committed: either COMMIT or its reply
may have been lost. Everything that is retried must therefore be idempotent: a match is found by its
key, and a game that exists is left as it is. The events of a table are not idempotent (a number
that is taken is an error), so table/store.py does not use this.

Only connections to a server get lost; SQLite errors are never retried here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError

PAUSES_SECONDS = (0.1, 0.4, 1.0, 2.0, 4.0, 8.0)  # a restarting server is back soon
GOING = "57P"  # operator intervention: the server is shutting down or starting up

T = TypeVar("T")


def retry(work: Callable[[], T], *, lost: Callable[[DBAPIError], bool]) -> T:
    """Return the result of `work`, retried after each lost connection until the pauses run out.

    `lost` judges the first failure; after a loss the server may still be down.
    """
    for pause in PAUSES_SECONDS:
        try:
            return work()
        except DBAPIError as error:
            if not lost(error):
                raise
        lost = is_lost
        time.sleep(pause)
    return work()


def was_there(error: DBAPIError) -> bool:
    """Whether an established connection was lost, as opposed to an unreachable address."""
    return error.connection_invalidated


def is_lost(error: DBAPIError) -> bool:
    """Whether a connection was lost or cannot be re-established."""
    if error.connection_invalidated:
        return True
    # A server's own errors have a code; no code means that no server was reached.
    state: str | None = getattr(error.orig, "sqlstate", "not of a server")
    return isinstance(error, OperationalError) and (state is None or state.startswith(GOING))
