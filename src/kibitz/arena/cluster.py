"""Workers on the nodes of a Ray cluster, with the same jobs and the same rows as processes.py."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.arena.plan import Plan
from kibitz.arena.processes import Lots


def play_on_cluster(
    plan: Plan, todo: Iterable[int], left: int, done: set[int], workers: int, address: str
) -> Lots:
    raise NotImplementedError
