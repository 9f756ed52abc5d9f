"""A match under a sequential test: the progress of any match, and a verdict that ends it."""

from __future__ import annotations

from kibitz.arena.sprt import Sprt
from kibitz.arena.whole import Unit
from kibitz.interfaces.arena.progress import Progress
from kibitz.interfaces.arena.tables import test_lines


class Testing(Progress):
    """Feeds the test with every unit, in the order of the schedule."""

    def __init__(self, test: Sprt, *, wanted: bool) -> None:
        super().__init__(wanted=wanted)
        self.test = test

    def unit(self, unit: Unit) -> bool:
        assert self.tally is not None
        self.units += 1
        score = self.tally.add(unit)
        assert score is not None, "both bots sit at every table of a match of two"
        return self.test.update(score) != "running"

    def more(self) -> list[str]:
        return test_lines(self.test)
