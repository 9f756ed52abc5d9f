"""Runs a match: plays what is not yet in the store, and writes down every game as it is finished.

Whatever ends a run (Ctrl-C, a crash, kill -9), the same plan with the same store goes on where it
was: games that are there are never played again, and only those in flight are lost.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import Protocol

from kibitz.arena import processes
from kibitz.arena.plan import Plan
from kibitz.arena.result import MatchInfo
from kibitz.arena.rows import COLUMNS, Outcome
from kibitz.arena.store.store import Store
from kibitz.arena.whole import Unit, Whole

PLACES = [COLUMNS.index(name) for name in Outcome._fields]


class Watcher(Protocol):
    """Who looks on: a progress display, a test that may stop the match."""

    def begin(self, match: MatchInfo) -> None:
        """The match begins or goes on; units of the store are told right after this."""

    def seen(self, games: int) -> None:
        """So many games were written down."""

    def unit(self, unit: Unit) -> bool:
        """A unit is whole; told in the order of the schedule. True ends the match with it."""


class Silent:
    """Nobody looks on."""

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
    """Play a match to its end; `workers=0` takes one a core. Gives the match as it is then."""
    watcher = watcher or Silent()
    match = store.begin(plan.new_match())
    whole = Whole()
    watcher.begin(match)
    stopped = _look_back(store, match, whole, watcher)
    if stopped is None:
        left = match.planned - len(whole.units)
        todo = (unit for unit in range(match.planned) if unit not in whole.units)
        lots = _lots(plan, todo, left, whole.numbers_of_parts(), workers, cluster)
        with contextlib.closing(lots):
            stopped = _play(store, match, lots, whole, watcher)
    if stopped is not None:
        store.plan(match.id, stopped + 1)
    return store.match(match.id)


def _lots(
    plan: Plan, todo: Iterable[int], left: int, done: set[int], workers: int, cluster: str | None
) -> processes.Lots:
    if cluster is not None:
        from kibitz.arena.cluster import play_on_cluster

        return play_on_cluster(plan, todo, left, done, workers, cluster)
    workers = min(workers or os.cpu_count() or 1, left)
    if workers <= 1:
        return processes.play_here(plan, todo, left, done)
    return processes.play_in_processes(plan, todo, left, done, workers)


def _look_back(store: Store, match: MatchInfo, whole: Whole, watcher: Watcher) -> int | None:
    """Tell what is in the store already."""
    played = 0
    for game in store.outcomes(match.id):
        if game.unit >= match.planned:
            break
        played += 1
        whole.add(game)
    watcher.seen(played)
    return _tell(whole, watcher)


def _play(
    store: Store,
    match: MatchInfo,
    lots: processes.Lots,
    whole: Whole,
    watcher: Watcher,
) -> int | None:
    for lot in lots:
        store.add_rows(match.id, lot)
        watcher.seen(len(lot))
        for row in lot:
            whole.add(Outcome(*(row[place] for place in PLACES)))
        stopped = _tell(whole, watcher)
        if stopped is not None:
            return stopped
    return None


def _tell(whole: Whole, watcher: Watcher) -> int | None:
    """Tell the units that are whole, in their order; the number of the one that ends it all."""
    return next((unit.number for unit in whole.in_order() if watcher.unit(unit)), None)
