"""Seating: who sits where at each table of an update, and how many players the tables have.

A row assigns each seat: 0 is the learner, i + 1 the i-th opponent. Tables are

    self          every seat learns (plain self-play), a share of all tables
    forced        every other seat is one named rule player, whatever the picks are
    homogeneous   every other seat is the main opponent of that player count
    mixed         the seat after the learner is the main opponent; each further one is too with
                  probability one half, and otherwise any of the picks

The learner's seat is drawn. In games with partners it takes the whole side, since partners share
their returns and a learner cannot learn from what a stranger did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game

LEARNER = 0
MAIN_AGAIN = 0.5  # probability that a further seat of a mixed table is the main one
EVEN = 0.1  # added to a strength before it is inverted: bounds the weight of a hopeless count

Rows = NDArray[np.int32]


@dataclass(frozen=True)
class Plan:
    """How to make tables."""

    picks: int  # opponents 1..picks of a row are the picks
    mains: Mapping[int, int]  # player count -> index of the main opponent among the picks
    homogeneous: float = 0.25
    self_play: float = 0.0
    forced: Sequence[tuple[int, float]] = ()  # (opponent's number in a row, share of tables)


def seat(tables: Sequence[Game], plan: Plan, rng: np.random.Generator) -> Rows:
    """Return a row for each table, padded with 0 to the width of the largest one."""
    width = max((game.players for game in tables), default=0)
    rows = np.zeros((len(tables), width), np.int32)
    bounds = np.cumsum([plan.self_play, *(share for _, share in plan.forced)])
    kinds = np.searchsorted(bounds, rng.random(len(tables)), side="right")
    for row, game, kind in zip(rows, tables, kinds, strict=True):
        if kind == 0 or (plan.picks == 0 and kind > len(plan.forced)):
            continue
        own = game.side(int(rng.integers(game.players)))
        others = [s % game.players for s in range(own[0] + 1, own[0] + game.players)]
        seats = [s for s in others if s not in own]
        if kind <= len(plan.forced):
            row[seats] = plan.forced[kind - 1][0]
        else:
            row[seats] = _opponents(len(seats), game.players, plan, rng)
    return rows


def _opponents(count: int, players: int, plan: Plan, rng: np.random.Generator) -> list[int]:
    """Choose the opponents of one table, starting with the seat after the learner."""
    main = plan.mains.get(players, 0) + 1
    if rng.random() < plan.homogeneous:
        return [main] * count
    found = [main]
    while len(found) < count:
        again = rng.random() < MAIN_AGAIN
        found.append(main if again else int(rng.integers(plan.picks)) + 1)
    return found[:count]


def adapt(
    base: Sequence[float],
    shares: Sequence[float | None],
    counts: Sequence[int],
    rate: float,
    least: float,
) -> list[float]:
    """Shift the weights of player counts towards those where the learner wins less than its share.

    `shares` are win rates by count, None if unknown. `rate` 0 keeps the base weights, 1 follows
    weakness alone; no count falls below `least`.
    """
    start = np.array(base, dtype=float) / sum(base)
    strengths = np.array(
        [1.0 if share is None else share * n for share, n in zip(shares, counts, strict=True)]
    )
    weak = 1 / (EVEN + strengths)
    mixed = (1 - rate) * start + rate * weak / weak.sum()
    floor = min(least, 1 / len(mixed))
    spare = np.maximum(mixed - floor, 0)
    if spare.sum() <= 0:
        return [1 / len(mixed)] * len(mixed)
    return [float(x) for x in floor + spare / spare.sum() * (1 - floor * len(mixed))]
