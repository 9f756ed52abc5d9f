"""Does a transaction again whose connection was lost, so that a match outlives a server's restart.

Nobody knows then whether the transaction was carried out: the answer to COMMIT may have been lost
on the way as well as COMMIT itself. So everything that is done again must come to the same the
second time: a match is found by its key, a game that is there stays as it is.

Only a server's connections get lost; what SQLite says is never tried again here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError

PAUSES_SECONDS = (0.1, 0.4, 1.0, 2.0, 4.0, 8.0)  # a server that restarts is soon back
GOING = "57P"  # the server ends, or is not yet up: PostgreSQL's class of operator intervention

T = TypeVar("T")


def again(work: Callable[[], T], *, lost: Callable[[DBAPIError], bool]) -> T:
    """What `work` gives, tried anew after every loss of the connection as long as there are pauses.

    `lost` decides of the first failure; after a loss the server may not be back yet.
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
    """A connection that had been made is gone: not an address where nobody answers."""
    return error.connection_invalidated


def is_lost(error: DBAPIError) -> bool:
    """A connection is gone, or cannot be made again."""
    if error.connection_invalidated:
        return True
    # What a server says has a code; no code means that none was reached.
    state: str | None = getattr(error.orig, "sqlstate", "not of a server")
    return isinstance(error, OperationalError) and (state is None or state.startswith(GOING))
