"""What a position is worth to each seat where nobody has to decide, for the explorer.

A game that can estimate it has a function `worth(state)` in advice/games/<game>.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core import registry
from kibitz.core.state import State


@dataclass(frozen=True)
class Worth:
    """One figure by one player, for each seat."""

    bot: str  # the player that judges by it
    name: str
    unit: str  # share (of the win), points, or number
    seats: list[float]


def worth(state: State) -> list[Worth]:
    """Return the figures of a position; none where the game has none."""
    known = getattr(registry.find("advice", state.game.name), "worth", None)
    found: list[Worth] = [] if known is None else known(state)
    return found
