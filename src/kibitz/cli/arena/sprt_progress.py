"""Progress of a match under a sequential test, whose verdict ends the match."""

from __future__ import annotations

from kibitz.arena.run.units import Unit
from kibitz.arena.statistics.sprt import Sprt
from kibitz.cli.arena.progress import Progress
from kibitz.cli.arena.text_tables import test_lines


class Testing(Progress):
    """Feed every unit to the test, in schedule order."""

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
