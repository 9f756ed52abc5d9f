"""Run a match: play what is not yet in the store, and store every game as it finishes.

Whatever ends a run (Ctrl-C, a crash, kill -9), the same plan with the same store resumes it: stored
games are never played again, and only those in flight are lost.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from kibitz.arena.plan.plan import Plan
from kibitz.arena.result import MatchInfo
from kibitz.arena.run import processes
from kibitz.arena.run.units import Unit, UnitAssembler
from kibitz.arena.store.rows import COLUMNS, Outcome

if TYPE_CHECKING:
    from kibitz.arena.store.store import Store

PLACES = [COLUMNS.index(name) for name in Outcome._fields]


class Watcher(Protocol):
    """An observer: a progress display, or a test that may stop the match."""

    def begin(self, match: MatchInfo) -> None:
        """React to the start or resumption of a match; stored units follow right after."""

    def seen(self, games: int) -> None:
        """React to games having been stored."""

    def unit(self, unit: Unit) -> bool:
        """React to a complete unit, in schedule order. Return True to end the match after it."""


class Silent:
    """An observer that does nothing."""

    def begin(self, match: MatchInfo) -> None: ...

    def seen(self, games: int) -> None: ...

    def unit(self, unit: Unit) -> bool:  # noqa: ARG002
        return False


def run(
    plan: Plan,
    store: Store,
    *,
    workers: int = 0,
    cluster: str | None = None,
    watcher: Watcher | None = None,
) -> MatchInfo:
    """Play a match to its end and return its final state; `workers=0` takes one per core.

    A match that was planned larger before plays no more units than this plan has.
    """
    watcher = watcher or Silent()
    match = store.begin(plan.new_match())
    if plan.units < match.planned:
        store.plan(match.id, max(plan.units, match.done))
        match = store.match(match.id)
    assembler = UnitAssembler()
    watcher.begin(match)
    stopped = _look_back(store, match, assembler, watcher)
    if stopped is None:
        asked = range(min(plan.units, match.planned))
        todo = [unit for unit in asked if unit not in assembler.units]
        left = len(todo)
        lots = _lots(plan, todo, left, assembler.numbers_of_parts(), workers, cluster)
        with contextlib.closing(lots):
            stopped = _play(store, match, lots, assembler, watcher)
    if stopped is not None:
        store.plan(match.id, stopped + 1)
    return store.match(match.id)


def _lots(
    plan: Plan, todo: Iterable[int], left: int, done: set[int], workers: int, cluster: str | None
) -> processes.Lots:
    if cluster is not None:
        from kibitz.arena.run.cluster import play_on_cluster

        return play_on_cluster(plan, todo, left, done, workers, cluster)
    workers = min(workers or os.cpu_count() or 1, left)
    if workers <= 1:
        return processes.play_here(plan, todo, left, done)
    return processes.play_in_processes(plan, todo, left, done, workers)


def _look_back(
    store: Store, match: MatchInfo, assembler: UnitAssembler, watcher: Watcher
) -> int | None:
    """Report what is already in the store."""
    played = 0
    for game in store.outcomes(match.id):
        if game.unit >= match.planned:
            break
        played += 1
        assembler.add(game)
    watcher.seen(played)
    return _notify(assembler, watcher)


def _play(
    store: Store,
    match: MatchInfo,
    lots: processes.Lots,
    assembler: UnitAssembler,
    watcher: Watcher,
) -> int | None:
    for lot in lots:
        store.add_rows(match.id, lot)
        watcher.seen(len(lot))
        for row in lot:
            assembler.add(Outcome(*(row[place] for place in PLACES)))
        stopped = _notify(assembler, watcher)
        if stopped is not None:
            return stopped
    return None


def _notify(assembler: UnitAssembler, watcher: Watcher) -> int | None:
    """Report complete units in order; return the number of the unit that ends the match."""
    return next((unit.number for unit in assembler.in_order() if watcher.unit(unit)), None)
