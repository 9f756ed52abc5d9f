"""What a server counts about itself. This meter counts nothing; prometheus.py has the real one.

Only kinds, codes and durations are measured: no table, no person, no address and no card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Counts(NamedTuple):
    """What there is at this moment: read when the metrics are asked for, not counted."""

    tables: Mapping[str, int]  # in memory, by status
    connections: int  # open WebSockets
    asking: int  # tables that wait for a bot


class Meter:
    """Counts nothing."""

    def watch(self, read: Callable[[], Counts]) -> None:
        """Read these numbers from now on."""

    def stored(self, event: str, seconds: float) -> None:
        """An event was written to disk, after this long."""

    def not_stored(self) -> None:
        """The disk or the database refused an event."""

    def requested(self, status: int, seconds: float) -> None:
        """An HTTP request was answered."""

    def heard(self, kind: str) -> None:
        """A WebSocket message came in."""

    def refused(self, code: str) -> None:
        """A request or a message was refused."""

    def answered(self, kind: str, seconds: float, failure: str | None) -> None:
        """A worker process answered a question, or failed with a code."""

    def close(self) -> None:
        """Stop serving the metrics."""
