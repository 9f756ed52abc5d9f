"""A leaderboard: everything that the results of one game, under one set of options, say about bots.

    for board in boards(store):
        for row in board.rows(): ...

Matches of the same game with the same options form one board. A bot is identified by its hash, so a
name whose weights have changed counts as two bots. Games with an oracle, which sees what its seat
may not know, are left out. One pass reads the results, without records.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from kibitz import games
from kibitz.arena.board import counts
from kibitz.arena.board.anchor import anchors
from kibitz.arena.board.counts import Counts, Row
from kibitz.arena.result import MatchInfo, Result
from kibitz.arena.statistics.elo_ratings import Pairs, Rated, Ratings, curve, rate
from kibitz.arena.statistics.elo_scale import elo_of
from kibitz.arena.statistics.estimate import Estimate, share
from kibitz.arena.statistics.scoring import Pair, pairs, sides_of
from kibitz.arena.statistics.style import Neighbours, has_neighbours

CURVE_POINTS = 12

Unit = tuple[int, int]  # (0, seed of the deal); for imports (match, unit)


class Reads(Protocol):
    """The reading side of a store."""

    def matches(self) -> list[MatchInfo]: ...

    def results(self, match_id: int, records: bool = False) -> Iterator[Result]: ...


@dataclass
class Meeting:
    """Two bots that met: per unit the sums of scores, pairs of sides, points and games."""

    units: dict[Unit, list[float]] = field(default_factory=dict)

    def add(self, unit: Unit, score: float) -> None:
        sums = self.units.setdefault(unit, [0.0, 0.0])
        sums[0] += score
        sums[1] += 1

    @property
    def score(self) -> Estimate:
        return share([score / count for score, count in self.units.values()])


class Board:
    """Everything about one game under one set of options."""

    def __init__(self, matches: list[MatchInfo]) -> None:
        self.game, self.options = matches[0].game, matches[0].options
        self.matches = matches
        self.names = _names(matches)
        self.entrants = {
            self.names[match.id, e.label]: e for match in matches for e in match.entrants
        }
        self.oracles = sorted(label for label, e in self.entrants.items() if e.oracle)
        self.counts: defaultdict[str, Counts] = defaultdict(Counts)
        self.meetings: dict[tuple[str, str], Meeting] = {}
        self.neighbours = Neighbours(self.game) if has_neighbours(self.game) else None
        self.games = 0
        self.sizes: set[int] = set()  # of tables
        self.left_out = 0  # games with an oracle
        self._found: list[tuple[float, Unit, list[Pair]]] = []
        self._pairs: Pairs | None = None

    # Reading ------------------------------------------------------------------------------------

    def read(self, store: Reads, progress: Callable[[], None] = lambda: None) -> None:
        for match in self.matches:
            for result in store.results(match.id):
                self.add(match, self.named(match, result))
                progress()

    def named(self, match: MatchInfo, result: Result) -> Result:
        """Return the result with this board's names."""
        seats = tuple(self.names[match.id, label] for label in result.seats)
        return Result(
            result.unit,
            result.number,
            seats,
            result.seed,
            result.returns,
            result.outcome,
            result.moves,
            result.seconds,
            result.forfeit,
            result.record,
        )

    def add(self, match: MatchInfo, result: Result) -> None:
        """Add one result."""
        if any(label in self.oracles for label in result.seats):
            self.left_out += 1
            return
        self.games += 1
        self.sizes.add(len(result.seats))
        unit = unit_of(match, result)
        sides = sides_of(self.game, len(result.seats))
        found = list(pairs(result, sides))
        counts.count(result, sides, unit, self.counts)
        counts.compare(found, self.counts)
        # Interleave matches by their progress, so that a rating curve covers all bots early.
        self._found.append((result.unit / max(1, match.planned), unit, found))
        for pair in found:
            for a in set(pair.first):
                for b in set(pair.second):
                    if a != b:
                        self.meetings.setdefault((a, b), Meeting()).add(unit, pair.score)
                        self.meetings.setdefault((b, a), Meeting()).add(unit, 1 - pair.score)
        if self.neighbours is not None:
            self.neighbours.add(result, unit)

    # Output -------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Describe the conditions in a few words: 4 players; single deals; non-default options."""
        known = games.find(self.game).OPTIONS
        parts = []
        if "players" in known and self.sizes:
            low, high = min(self.sizes), max(self.sizes)
            many = f"{low}\u2013{high}" if low < high else str(low)
            parts.append(f"{many} player{'s' if high > 1 else ''}")
        if "match" in known:
            parts.append("whole matches" if self.options.get("match") else "single deals")
        others = {k: v for k, v in self.options.items() if k not in ("players", "match")}
        parts += [f"{name} {_text(value)}" for name, value in others.items()]
        return ", ".join(parts)

    @property
    def pairs(self) -> Pairs:
        if self._pairs is None:
            self._pairs = Pairs()
            for _, unit, found in sorted(self._found, key=lambda entry: entry[:2]):
                for pair in found:
                    self._pairs.add(unit, pair)
        return self._pairs

    @property
    def anchors(self) -> dict[str, float]:
        """The bots whose rating is known, by this board's names."""
        found = [replace(e, label=label) for label, e in self.entrants.items()]
        return anchors(self.game, self.options, found)

    def ratings(self) -> list[Ratings]:
        """Return one rating list for each pool of connected bots."""
        return rate(self.pairs, self.anchors)

    def rows(self) -> list[Row]:
        """Return the leaderboard, sorted by rating, or by points where bots play alone."""
        rated = [row for ratings in self.ratings() for row in ratings.rows()]
        order = [(row.label, row) for row in rated]
        alone = sorted(set(self.counts) - {label for label, _ in order}, key=self._points_first)
        return [self._row(label, row) for label, row in [*order, *((x, None) for x in alone)]]

    def _points_first(self, label: str) -> float:
        points = self._row(label, None).points
        assert points is not None, "every bot of a board has played"
        return -points.value

    def _row(self, label: str, rated: Rated | None) -> Row:
        return counts.row(label, self.entrants[label], self.counts[label], rated)

    def curve(self) -> list[tuple[int, Ratings]]:
        """Return the ratings of the first pool after increasing numbers of units."""
        pools = self.pairs.pools()
        if not pools or len(pools[0]) < 2:
            return []
        some = self.pairs if len(pools) == 1 else self.pairs.only(pools[0])
        return curve(some, self.anchors, CURVE_POINTS)

    def elo(self, a: str, b: str) -> Estimate | None:
        """Return the Elo of one bot over another from their own games; None if they never met."""
        meeting = self.meetings.get((a, b))
        if meeting is None:
            return None
        found = meeting.score
        return Estimate(elo_of(found.value), elo_of(found.low), elo_of(found.high), found.units)


def boards(
    store: Reads,
    wanted: Callable[[MatchInfo], bool] = lambda _: True,
    progress: Callable[[], None] = lambda: None,
) -> list[Board]:
    """Return the boards of a store's matches, by game, leaving out those without games."""
    groups: dict[tuple[str, str], list[MatchInfo]] = {}
    for match in store.matches():
        if match.games and wanted(match):
            key = match.game, json.dumps(match.options, sort_keys=True)
            groups.setdefault(key, []).append(match)
    found = []
    for key in sorted(groups, key=lambda key: (key[0], key[1] != "{}", key[1])):  # defaults first
        board = Board(groups[key])
        board.read(store, progress)
        found.append(board)
    return found


def unit_of(match: MatchInfo, result: Result) -> Unit:
    """Return what shares its luck: matches from one seed play the same deals."""
    if match.kind == "import":  # its games have no distinguishable seeds
        return match.id, result.unit
    return 0, result.seed


def _names(matches: list[MatchInfo]) -> dict[tuple[int, str], str]:
    """Return the board's name for each label of each match.

    It is the label alone, unless that means different bots in different matches: then part of the
    hash is added.
    """
    hashes: dict[str, set[str]] = {}
    for match in matches:
        for entrant in match.entrants:
            hashes.setdefault(entrant.label, set()).add(entrant.hash)
    return {
        (match.id, e.label): e.label if len(hashes[e.label]) == 1 else f"{e.label}@{e.hash[:6]}"
        for match in matches
        for e in match.entrants
    }


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
