"""Matches for tests, and what of their results must not depend on how they were played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import kibitz
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import enter
from kibitz.arena.plan.plan import Plan
from kibitz.arena.store import Store


def slow_pair(units: int = 60) -> Plan:
    """Games of some milliseconds, between a native player and one in Python."""
    game = kibitz.game("ohhell", players=3, schedule=(4,))
    return plans.two(game, enter("ohhell", ["smart", "simple"]), units, 7)


def native_pair(units: int = 4000) -> Plan:
    game = kibitz.game("belote")
    return plans.two(game, enter("belote", ["random", "rule"]), units, 7)


def field(units: int = 30) -> Plan:
    entries = enter("dubito", ["honest", "claude", "random", "simple"])
    return plans.drawn("dubito", {}, entries, [3, 4, 5], units, 7, rotate=True)


PLANS: dict[str, Callable[[], Plan]] = {
    "long_pair": lambda: slow_pair(500),  # some seconds
    "field": field,
}


def table(store: Store, match_id: int) -> list[tuple[Any, ...]]:
    """All results but the time that they took."""
    return [
        (r.number, r.unit, r.seats, r.seed, r.returns, r.outcome, r.moves, r.forfeit, r.record)
        for r in store.results(match_id, records=True)
    ]
