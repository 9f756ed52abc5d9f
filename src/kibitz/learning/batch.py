"""What a collector hands to the learner: decisions, and the episodes that ended meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.nets.net import Net

Floats = NDArray[np.float32]


# Compressed rows: where each begins, and the nonzero entries' indices and values.
Seen = tuple[NDArray[np.int64], NDArray[np.uint16], Floats]
Seating = Sequence[tuple[int, Sequence[int]]]  # (kind of game, who sits on each seat)


@dataclass(frozen=True)
class Guest:
    """A player at the table that does not learn: a rule player by name, or a network."""

    name: str
    net: Net | None = None
    temperature: float = 1.0


@dataclass(frozen=True)
class Episodes:
    """The learner's seats in finished games: one row for each (game, seat)."""

    outcome: Floats  # [n], the seat's share of the win
    returns: Floats  # [n]
    reward: Floats  # [n], total reward of the seat
    players: NDArray[np.int32]  # [n]
    opponents: NDArray[np.bool_]  # [n, opponents], who else sat there; column 0 is the learner
    length: NDArray[np.int32]  # [n], decisions of the seat


@dataclass(frozen=True)
class Batch:
    """Decisions of the learner, one per row; forced moves are left out."""

    observation: Floats  # [rows, size]
    mask: NDArray[np.bool_]  # [rows, actions]
    action: NDArray[np.int32]
    logp: Floats
    value: Floats
    advantage: Floats
    target: Floats  # value target
    players: NDArray[np.int32]
    episodes: Episodes
    seen: Seen | None = None  # what a critic saw that sees all hands

    def __len__(self) -> int:
        return len(self.action)


@dataclass(frozen=True)
class Samples:
    """Decisions of a teacher: its action (or the weight it gives each action), and the result."""

    observation: Floats
    mask: NDArray[np.bool_]
    action: NDArray[np.int32]  # [rows]
    value: Floats  # [rows], reward of the seat from there on
    shares: Floats | None = None  # [rows, actions], instead of the action

    def __len__(self) -> int:
        return len(self.action)


def join(parts: Sequence[Samples]) -> Samples:
    """Join samples of several kinds of tables."""
    shares = [part.shares for part in parts]
    known = [share for share in shares if share is not None]
    return Samples(
        np.concatenate([part.observation for part in parts]),
        np.concatenate([part.mask for part in parts]),
        np.concatenate([part.action for part in parts]),
        np.concatenate([part.value for part in parts]),
        np.concatenate(known) if len(known) == len(parts) else None,
    )
