"""Log internal errors: where they happened, but no values, which may be hidden cards."""

from __future__ import annotations

import logging

from kibitz.workers.errors import place_of

log = logging.getLogger("kibitz.web")


def log_failure(error: BaseException) -> None:
    """Log where an internal error happened."""
    log.error("internal error: %s", place_of(error))
