"""What a check of a store found: how much there is, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that is wrong, and what repairing does or did about it."""

    what: str
    problem: str
    remedy: str


@dataclass
class Findings:
    counts: dict[str, int] = field(default_factory=dict)
    wrong: list[Finding] = field(default_factory=list)

    def add(self, what: str, problem: str, remedy: str) -> None:
        self.wrong.append(Finding(what, problem, remedy))
