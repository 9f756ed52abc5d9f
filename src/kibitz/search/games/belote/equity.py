"""Match equity at Belote: the chance to win a match from any score, before a deal.

    equity(1990, 100, target=2000, leads=True)

`solve` computes it exactly from the measured results of deals: the side that leads to the first
trick scores x and the dealing side y with a known frequency, then the roles change (rule 10). Every
deal but a void one adds at least 240 to the sum of both scores, so a band of that height depends
only on bands above it, and 17 of them fill the table to 2,000. The shipped table, and the results
that it was solved from (`measured`), were written by

    python tools/belote_equity.py --deals 400000

The table keeps every tenth score, rounded up in what is needed: most scores of failed contracts are
whole tens, so 291 points are as far away as 300. Only the points that each side still needs count,
so one table serves every target up to 2,000; longer matches are scaled to it.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_name("equity.npy")
RESULTS = Path(__file__).with_name("deal_results.json")
TARGET = 2000  # of the shipped table
STEP = 10
UNIT = 2000  # of a log odds of 1 in the file: near 0 and 1 small differences still decide
ODDS_MAX = 16.0

Results = Mapping[tuple[int, int], float]  # (x, y): frequency


def equity(own: int, other: int, target: int, *, leads: bool) -> float:
    """The chance of the side with `own` points to win; `leads`: it leads in the next deal."""
    return float(equities(np.array(own), np.array(other), target, leads=leads))


def equities(
    own: NDArray[np.int64], other: NDArray[np.int64], target: int, *, leads: bool
) -> NDArray[np.float64]:
    """`equity` of arrays of scores."""
    if not leads:
        return 1.0 - equities(other, own, target, leads=True)
    chances, width = table(), unit(target)
    row, column = (
        np.clip(np.ceil((target - score) / width).astype(np.int64), 1, len(chances)) - 1
        for score in (own, other)
    )
    # Rule 10: the higher total wins; equal ones play on, which is nearly even.
    decided = np.where(own == other, 0.5, own > other)
    over = np.maximum(own, other) >= target
    return np.where(over, decided, chances[row, column])


def unit(target: int) -> float:
    """The points between two rows of the table, for a match to this target."""
    return STEP * max(1.0, target / TARGET)


@functools.cache
def table() -> NDArray[np.float64]:
    """[points that the leading side needs / STEP - 1, those of the other]."""
    found = unpack(np.load(FILE, allow_pickle=False))
    assert found.shape == (TARGET // STEP, TARGET // STEP)
    return found


def measured() -> Results:
    """The results of deals that the shipped table was solved from."""
    data = json.loads(RESULTS.read_text())
    return {(x, y): count / data["deals"] for x, y, count in data["results"]}


def solve(results: Results, target: int) -> NDArray[np.float64]:
    """[own score, other score]: the chance of the side that leads next, exactly."""
    chances = {xy: p for xy, p in results.items() if xy != (0, 0)}
    void = 1 - sum(chances.values())
    size = target + max(max(xy) for xy in chances)
    own, other = np.indices((size, size), sparse=True)
    table = np.where(own > other, 1.0, 0.0)
    # A tie above the target is played on: the roles change after each deal that does not decide.
    wins = sum(p for (x, y), p in chances.items() if x > y)
    drawn = void + sum(p for (x, y), p in chances.items() if x == y)
    np.fill_diagonal(table, (wins + drawn) / (1 + drawn))
    flat = table.reshape(-1)
    height = min(x + y for x, y in chances)
    for top in range(2 * target - 2, -1, -height):
        first = max(0, top - height + 1)
        own, other = _band(first, top, target)
        turned = other * size + own  # the next state, seen by its own leader
        won = np.zeros(len(own))
        for (x, y), p in chances.items():
            won += p * (1 - flat[turned + (y * size + x)])
        # A void deal leads from here to the same scores with the roles changed, and back.
        place = np.full((target, target), -1, dtype=np.int64)
        place[own, other] = np.arange(len(own))
        reverse = won[place[other, own]]
        flat[own * size + other] = (won + void - void * reverse - void**2) / (1 - void**2)
    return table[:target, :target]


def _band(first: int, last: int, target: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of scores below the target with sums from first to last."""
    own, other = np.divmod(np.arange(target * target), target)
    inside = (own + other >= first) & (own + other <= last)
    return own[inside], other[inside]


def pack(table: NDArray[np.float64]) -> NDArray[np.int16]:
    """The form of the file: log odds by points needed, every STEP-th."""
    by_need = table[::-1, ::-1][STEP - 1 :: STEP, STEP - 1 :: STEP]  # 1 is needed first
    least = 1 / (1 + np.exp(ODDS_MAX))
    chance = np.clip(by_need, least, 1 - least)
    odds = np.log(chance / (1 - chance)) * UNIT
    return np.asarray(np.rint(odds), dtype=np.int16)


def unpack(packed: NDArray[np.int16]) -> NDArray[np.float64]:
    """The chances in a file."""
    return np.asarray(1 / (1 + np.exp(-packed / UNIT)), dtype=np.float64)
