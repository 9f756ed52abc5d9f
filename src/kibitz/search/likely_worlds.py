"""Worlds drawn in proportion to a belief, each solved once: what pimc votes over if `weighed`.

A network weighs a world by every choice that the others have made in the deal, which late in a deal
takes longer than solving it. So some worlds are weighed once for the decision, and world i is one
of them by the golden-ratio sequence: any stretch of it has about the right shares, as in
native/search/worlds.hpp. Likely worlds come up several times and are solved once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kibitz.core.rng import GOLDEN, MASK
from kibitz.search.location_belief import LocationBelief
from kibitz.search.native_weights import Hands, Weights
from kibitz.search.pimc_worlds import Codes, Numbers, SolvedWorlds

Weigh = Callable[[Hands], Weights]  # relative to how often the source draws a world


class LikelyWorlds:
    """The first `weighed` worlds of a source."""

    def __init__(self, source: SolvedWorlds, weigh: Weigh, weighed: int, seed: int) -> None:
        self.source, self.seed = source, seed
        self.cases = source.cases
        self.weighed = np.arange(weighed, dtype=np.uint64)
        self.upto = weigh(source.hands(self.weighed)).cumsum()
        self.solved: dict[int, NDArray[np.int16]] = {}

    def places(self, numbers: Numbers) -> list[int]:
        """Which of the weighed worlds these are."""
        parts = [((self.seed + int(i) * GOLDEN & MASK) >> 11) * 2.0**-53 for i in numbers]
        found = np.searchsorted(self.upto, np.array(parts) * self.upto[-1], side="right")
        return [int(place) for place in np.minimum(found, len(self.weighed) - 1)]

    def count(self) -> float:
        """Unknown: worlds come up more than once."""
        return 0.0

    def list_all(self) -> None:
        """The source has listed them already, if it could."""

    def locate(self, _belief: LocationBelief) -> None:
        """Worlds are drawn already, in proportion to another belief."""

    def hands(self, numbers: Numbers) -> NDArray[np.uint64]:
        return self.source.hands(self.weighed[self.places(numbers)])

    def solve(self, numbers: Numbers, threads: int) -> Codes:
        places = self.places(numbers)
        new = sorted(set(places) - set(self.solved))
        if new:
            self.solved |= zip(new, self.source.solve(self.weighed[new], threads), strict=True)
        return np.array([self.solved[place] for place in places])

    def marks(self) -> NDArray[np.int64]:
        return self.source.marks()
