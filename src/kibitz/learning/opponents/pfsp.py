"""Prioritised fictitious self-play: how likely each opponent of the pool is to be picked.

    weight = (1 - normalised reward + 0.1)^2 * (1 + min(staleness / divisor, max_mult))

The reward is the learner's mean against that opponent over the last `window` measurements,
normalised to 0..1 over all measured opponents: hard opponents are picked often, easy ones rarely
but not never. Staleness is the number of updates since the last pick. For an unmeasured opponent
the exploration bonus replaces the first factor. `picks` opponents are drawn without replacement;
the first is the main opponent of an update.

With `by_players`, a measurement belongs to (opponent, player count), and the weight is the mean of
the weights over the player counts in play: an opponent that is hard at only one table size is still
picked for it, and seating (seating.py) puts it there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

FLOOR = 0.1
POWER = 2
ALL = 0  # key of measurements over all tables


@dataclass(frozen=True)
class Parameters:
    """PFSP parameters, as in a recipe's settings."""

    exploration: float = 1.0  # first factor of an unmeasured opponent
    divisor: float = 10.0  # updates of staleness that double the weight
    max_mult: float = 3.0  # upper bound of what staleness adds
    window: int = 5  # measurements that count
    by_players: bool = True


def normalise(rewards: Sequence[float | None]) -> list[float | None]:
    """Normalise rewards to 0..1 over those measured; if all are equal, to one half."""
    known = [reward for reward in rewards if reward is not None]
    if not known:
        return list(rewards)
    low, high = min(known), max(known)
    spread = high - low
    return [
        None if reward is None else (reward - low) / spread if spread > 0 else 0.5
        for reward in rewards
    ]


def weight(normalised: float | None, staleness: float, parameters: Parameters) -> float:
    """Return the weight of one opponent."""
    base = parameters.exploration if normalised is None else (1 - normalised + FLOOR) ** POWER
    return base * (1 + min(staleness / parameters.divisor, parameters.max_mult))


@dataclass
class Rewards:
    """Measurements of one opponent: by player count, and over all tables under ALL."""

    window: int
    seen: dict[int, deque[float]] = field(default_factory=dict)

    def add(self, reward: float, players: int = ALL) -> None:
        self.seen.setdefault(players, deque(maxlen=self.window)).append(float(reward))

    def mean(self, players: int = ALL) -> float | None:
        found = self.seen.get(players)
        return sum(found) / len(found) if found else None

    def to_json(self) -> dict[str, list[float]]:
        return {str(players): list(values) for players, values in self.seen.items()}

    @classmethod
    def from_json(cls, window: int, held: Mapping[str, Sequence[float]]) -> Rewards:
        seen = {int(k): deque((float(x) for x in v), maxlen=window) for k, v in held.items()}
        return cls(window, seen)


def weights(
    rewards: Sequence[Rewards],
    staleness: Sequence[float],
    parameters: Parameters,
    counts: Sequence[int] = (),
) -> NDArray[np.float64]:
    """Return the weights of all opponents; `counts` are the player counts in play."""
    columns = list(counts) if parameters.by_players and counts else [ALL]
    total = np.zeros(len(rewards))
    for players in columns:
        found = normalise([reward.mean(players) for reward in rewards])
        total += [
            weight(one, stale, parameters) for one, stale in zip(found, staleness, strict=True)
        ]
    return total / len(columns)


def pick(chances: NDArray[np.float64], picks: int, rng: np.random.Generator) -> list[int]:
    """Return the indices of the picked opponents, without replacement if there are enough."""
    count = min(picks, len(chances))
    shares = chances / chances.sum()
    found: Any = rng.choice(len(chances), size=count, replace=False, p=shares)
    return [int(place) for place in found]
