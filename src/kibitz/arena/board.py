"""A leaderboard: all that the results of one game, under one set of options, say about its bots.

    for board in boards(store):
        for row in board.rows: ...

Matches of the same game with the same options are one board. A bot is known by its hash, so that a
name whose weights have changed since is two bots here. Games in which an oracle sat, which sees
what its seat may not know, are left out. One pass reads the results, without records.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz import games
from kibitz.arena.elo import elo_of
from kibitz.arena.estimate import Estimate, share
from kibitz.arena.rating import Pairs, Rated, Ratings, curve, rate
from kibitz.arena.result import Entrant, MatchInfo, Result
from kibitz.arena.scoring import Pair, pairs, sides_of
from kibitz.arena.standing import FORFEITS_SHARE_MAX
from kibitz.arena.style import Neighbours, has_neighbours
from kibitz.arena.tally import Tally

ANCHOR = "random"  # has rating 0 where it plays
CURVE_POINTS = 12

Unit = tuple[int, int]  # 0 and the seed of the deal; of an import match and unit


class Reads(Protocol):
    """The reading side of a store."""

    def matches(self) -> list[MatchInfo]: ...

    def results(self, match_id: int, records: bool = False) -> Iterator[Result]: ...


@dataclass
class Played:
    """What one bot did, over all its seats."""

    tally: Tally = field(default_factory=Tally)  # points; wins: its side's share of the win; even
    seats: int = 0
    moves: int = 0
    seconds: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)

    @property
    def milliseconds(self) -> float | None:
        """CPU time of a decision; None where no clock ran."""
        return 1000 * self.seconds / self.moves if self.moves and self.seconds > 0 else None

    @property
    def fails(self) -> bool:
        """Whether it forfeits too often to be trusted."""
        return sum(self.forfeits.values()) > FORFEITS_SHARE_MAX * self.seats


@dataclass(frozen=True)
class Row:
    """One line of the leaderboard."""

    label: str
    entrant: Entrant
    rated: Rated | None  # None alone at the table, where there is nothing to compare
    points: Estimate  # a game
    wins: Estimate  # share of the win; even is what everybody's would be
    even: float
    played: Played


@dataclass
class Meeting:
    """Two bots that met: sums by unit of score, pairs of sides, points and games."""

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
        self.played: dict[str, Played] = {}
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
        """The result with this board's names."""
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
        """Take one result."""
        if any(label in self.oracles for label in result.seats):
            self.left_out += 1
            return
        self.games += 1
        self.sizes.add(len(result.seats))
        unit = unit_of(match, result)
        self._add_seats(result, unit)
        found = list(pairs(result, sides_of(self.game, len(result.seats))))
        # Matches side by side, by how far each is: a curve of ratings shall know all bots early.
        self._found.append((result.unit / max(1, match.planned), unit, found))
        for pair in found:
            for a in set(pair.first):
                for b in set(pair.second):
                    if a != b:
                        self.meetings.setdefault((a, b), Meeting()).add(unit, pair.score)
                        self.meetings.setdefault((b, a), Meeting()).add(unit, 1 - pair.score)
        if self.neighbours is not None:
            self.neighbours.add(result, unit)

    def _add_seats(self, result: Result, unit: Unit) -> None:
        sides = sides_of(self.game, len(result.seats))
        side_of = {seat: side for side in sides for seat in side}
        for seat, label in enumerate(result.seats):
            played = self.played.setdefault(label, Played())
            played.seats += 1
            played.moves += result.moves[seat]
            played.seconds += result.seconds[seat]
            played.tally.unit = unit
            played.tally.add("points", result.returns[seat])
            played.tally.add("wins", sum(result.outcome[other] for other in side_of[seat]))
            played.tally.add("even", 1 / len(sides))
            if result.forfeit is not None and result.forfeit[0] == seat:
                played.forfeits[result.forfeit[1]] += 1

    # What they say ------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What was played, in a few words: 4 players; single deals; an option that was chosen."""
        known = games.find(self.game).OPTIONS
        told = []
        if "players" in known and self.sizes:
            low, high = min(self.sizes), max(self.sizes)
            many = f"{low}\u2013{high}" if low < high else str(low)
            told.append(f"{many} player{'s' if high > 1 else ''}")
        if "match" in known:
            told.append("whole matches" if self.options.get("match") else "single deals")
        others = {k: v for k, v in self.options.items() if k not in ("players", "match")}
        told += [f"{name} {_text(value)}" for name, value in others.items()]
        return ", ".join(told)

    @property
    def pairs(self) -> Pairs:
        if self._pairs is None:
            self._pairs = Pairs()
            for _, unit, found in sorted(self._found, key=lambda entry: entry[:2]):
                for pair in found:
                    self._pairs.add(unit, pair)
        return self._pairs

    def ratings(self) -> list[Ratings]:
        """One rating list for each pool of bots that met."""
        return rate(self.pairs, ANCHOR)

    def rows(self) -> list[Row]:
        """The leaderboard: by rating, or by points where bots play alone."""
        rated = [row for ratings in self.ratings() for row in ratings.rows()]
        order = [(row.label, row) for row in rated]
        alone = sorted(set(self.played) - {label for label, _ in order}, key=self._points_first)
        return [self._row(label, row) for label, row in [*order, *((x, None) for x in alone)]]

    def _points_first(self, label: str) -> float:
        return -self._estimate(label, "points").value

    def _row(self, label: str, rated: Rated | None) -> Row:
        points, wins = self._estimate(label, "points"), self._estimate(label, "wins")
        even = self._estimate(label, "even").value
        return Row(label, self.entrants[label], rated, points, wins, even, self.played[label])

    def _estimate(self, label: str, figure: str) -> Estimate:
        found = self.played[label].tally.estimate(figure)
        assert found is not None, "a bot of a board has played"
        return found

    def curve(self) -> list[tuple[int, Ratings]]:
        """Ratings of the first pool after more and more units."""
        pools = self.pairs.pools()
        if not pools or len(pools[0]) < 2:
            return []
        some = self.pairs if len(pools) == 1 else self.pairs.only(pools[0])
        return curve(some, ANCHOR, CURVE_POINTS)

    def elo(self, a: str, b: str) -> Estimate | None:
        """The Elo of one over another from their own games alone; None if they have not met."""
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
    """The boards of a store's matches, by game; only those in which something was played."""
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
    """What shares its luck: matches from one seed play the same deals, perhaps the same games."""
    if match.kind == "import":  # its games have no seeds that could be told apart
        return match.id, result.unit
    return 0, result.seed


def _names(matches: list[MatchInfo]) -> dict[tuple[int, str], str]:
    """What each label of each match is called on the board.

    The label alone, unless it means different bots in different matches: then with a piece of the
    hash.
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
