"""Who finished before whom: results as scores of pairs, the basis of all statistics.

Sides finish a game in the order of their returns: a partnership is one side, any other seat a side
of its own. A finish is read as all its pairs: the better of two sides scores 1, the other 0, and
equal returns score 1/2 each. Hence second place counts for something, three bots at a table of four
need no special case, and two equally strong bots score 1/2 on any seats. A forfeiting side finishes
last, and the others tie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kibitz import games
from kibitz.arena.result import Result
from kibitz.arena.statistics.estimate import Values

Sides = tuple[tuple[int, ...], ...]


class Pair(NamedTuple):
    """Two sides of one game, by their labels, and the score of the first."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    score: float


class Unit(NamedTuple):
    """What the games of one unit say about two bots."""

    score: float  # of the first against the second, 0 to 1
    points: float  # mean return of the first minus that of the second
    games: int


@lru_cache(maxsize=256)
def sides_of(game: str, players: int) -> Sides:
    """Return the seats that win together, side by side."""
    kind = games.find(game)
    options: dict[str, Any] = {"players": players} if "players" in kind.OPTIONS else {}
    made = games.game(game, **options)
    return tuple(sorted({tuple(sorted(made.side(seat))) for seat in range(made.players)}))


def placing(result: Result, sides: Sides) -> list[float]:
    """Return a number for each side: higher finished before lower."""
    if result.forfeit is None:
        return [result.returns[side[0]] for side in sides]
    return [0.0 if result.forfeit[0] in side else 1.0 for side in sides]


def pairs(result: Result, sides: Sides) -> Iterator[Pair]:
    """Yield all pairs of sides of a game, each once."""
    places = placing(result, sides)
    labels = [tuple(sorted(result.seats[seat] for seat in side)) for side in sides]
    for i in range(len(sides)):
        for j in range(i + 1, len(sides)):
            yield Pair(labels[i], labels[j], _score(places[i], places[j]))


def _score(first: float, second: float) -> float:
    return 0.5 if first == second else float(first > second)


def units_of(results: Iterable[Result], game: str, a: str, b: str) -> list[Unit]:
    """Return the units in which two bots met on different sides, in schedule order."""
    found: dict[int, list[tuple[float, int, float]]] = {}
    for result in results:
        met = _met(result, game, a, b)
        if met is not None:
            found.setdefault(result.unit, []).append(met)
    units = []
    for unit in sorted(found):
        games_met = found[unit]
        weight = sum(count for _, count, _ in games_met)
        score = sum(score * count for score, count, _ in games_met) / weight
        points = sum(points for _, _, points in games_met) / len(games_met)
        units.append(Unit(score, points, len(games_met)))
    return units


def _met(result: Result, game: str, a: str, b: str) -> tuple[float, int, float] | None:
    """Return the mean score of a's seats against b's, the number of seat pairs, and points."""
    if a not in result.seats or b not in result.seats:
        return None
    sides = sides_of(game, len(result.seats))
    places = placing(result, sides)
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    first = [seat for seat, label in enumerate(result.seats) if label == a]
    second = [seat for seat, label in enumerate(result.seats) if label == b]
    scores = [
        _score(places[side_of[i]], places[side_of[j]])
        for i in first
        for j in second
        if side_of[i] != side_of[j]
    ]
    if not scores:
        return None
    points = _mean_return(result, first) - _mean_return(result, second)
    return sum(scores) / len(scores), len(scores), points


def _mean_return(result: Result, seats: list[int]) -> float:
    return sum(result.returns[seat] for seat in seats) / len(seats)


def scores_of(units: Iterable[Unit]) -> Values:
    return np.array([unit.score for unit in units])
