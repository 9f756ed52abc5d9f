"""Learning algorithms, independent of any game: their data is handed to them.

An algorithm makes one update at a time (`update`), reports its metrics, and has a state that is
stored in checkpoints next to the learner's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

IMPOSSIBLE = -1e9  # the value of an action that is not allowed


@dataclass(frozen=True)
class Update:
    """The outcome of one update."""

    steps: int  # decisions trained on
    figures: Mapping[str, float]


class Algorithm(Protocol):
    """The interface of an algorithm."""

    name: str

    def update(self, progress: float) -> Update:
        """Train on the next decisions; `progress` through the stage runs from 0 to 1."""

    def state(self) -> dict[str, Any]:
        """Return the state for a checkpoint, as JSON."""

    def restore(self, held: Mapping[str, Any]) -> None:
        """Resume from a stored state."""

    def close(self) -> None:
        """Stop background work."""
