"""Tallies of what a player did: the basis of a style.

A figure is one count out of another: bluffs per play, points per game. A tally keeps both sums unit
by unit, so a rate comes with an interval that accounts for games with shared luck.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.arena.statistics.estimate import Estimate, ratio, share_of


class Figure(NamedTuple):
    """What a tally counts, in words for people."""

    title: str
    about: str  # what is counted, out of what
    share: bool = True  # shown as per cent; else as a number
    by: str = ""  # a figure for each value of this: "cards in hand"


Key = tuple[str, int | None]  # a figure's name, and the index in its series


@dataclass
class Tally:
    """The sums of one player, by figure and unit."""

    sums: dict[Key, dict[Hashable, list[float]]] = field(default_factory=dict)
    unit: Hashable = 0  # to which the next counts belong

    def add(self, figure: str, counted: float, of: float = 1, at: int | None = None) -> None:
        both = self.sums.setdefault((figure, at), {}).setdefault(self.unit, [0.0, 0.0])
        both[0] += counted
        both[1] += of

    def estimate(
        self, figure: str, at: int | None = None, *, share: bool = False
    ) -> Estimate | None:
        """Return the rate with its interval; None if there was nothing to count.

        A `share` counts some out of all, so its interval stays between 0 and 1.
        """
        units = self.sums.get((figure, at), {})
        if sum(of for _, of in units.values()) <= 0:
            return None
        counted, of = [a for a, _ in units.values()], [b for _, b in units.values()]
        return share_of(counted, of) if share else ratio(counted, of)

    def series(self, figure: str, *, share: bool = False) -> list[tuple[int, Estimate]]:
        """Return a figure's whole series, in order."""
        places = sorted(at for name, at in self.sums if name == figure and at is not None)
        found = [(at, self.estimate(figure, at, share=share)) for at in places]
        return [(at, estimate) for at, estimate in found if estimate is not None]
