"""Where everybody stands in one match: games, scores, points, rating, faults, time; each with its
interval over units.

A bot's score is its mean over all pairs of sides that it had against others (scoring.py). Oracles
are listed, without a rating: they see what others may not know. A bot that forfeits often is
flagged, not dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.arena import elo, estimate, scoring
from kibitz.arena.estimate import Estimate
from kibitz.arena.rating import Pairs, rate
from kibitz.arena.result import Entrant, MatchInfo, Result
from kibitz.arena.sprt import Sprt

FORFEITS_SHARE_MAX = 0.02  # of its games; above, a bot is flagged
KINDS_OF_TWO = ("h2h", "sprt")


@dataclass
class Standing:
    """One bot of a match."""

    entrant: Entrant
    games: int = 0
    score: Estimate | None = None  # against others; None where it met nobody
    wins: Estimate | None = None  # share of the win, of a seat
    points: Estimate | None = None  # of a game and seat
    rating: Estimate | None = None  # Elo about the middle of the pool; None for oracles
    forfeits: Counter[str] = field(default_factory=Counter)  # by reason
    why: dict[str, str] = field(default_factory=dict)  # the first one's message, by reason
    moves: int = 0
    seconds: float = 0.0

    @property
    def flagged(self) -> bool:
        """Whether it fails too often to be taken at its score."""
        return sum(self.forfeits.values()) > FORFEITS_SHARE_MAX * self.games

    @property
    def milliseconds_a_move(self) -> float | None:
        return 1000 * self.seconds / self.moves if self.moves else None


@dataclass(frozen=True)
class Duel:
    """What a match of two says about the first against the second."""

    score: Estimate
    points: Estimate  # difference a game
    elo: Estimate
    normalised: Estimate
    pairs: list[int] | None  # pentanomial counts, where units are pairs of games
    test: Sprt | None = None  # of a match that was played to be tested

    @property
    def verdict(self) -> int:
        """1 if the first is clearly stronger, -1 if the second is, 0 if that is not known."""
        return 0 if not self.score.excludes(0.5) else 1 if self.score.value > 0.5 else -1


@dataclass(frozen=True)
class Standings:
    """A match, read."""

    match: MatchInfo
    rows: list[Standing]  # the best first
    duel: Duel | None


class _Sums:
    """Of one bot, by unit: sums and how many."""

    def __init__(self) -> None:
        self.values: dict[str, dict[int, list[float]]] = {}

    def add(self, what: str, unit: int, value: float) -> None:
        both = self.values.setdefault(what, {}).setdefault(unit, [0.0, 0.0])
        both[0] += value
        both[1] += 1

    def means(self, what: str) -> list[float]:
        return [total / count for total, count in self.values.get(what, {}).values()]


def standings(match: MatchInfo, results: Iterable[Result]) -> Standings:
    """Read a match."""
    rows = {entrant.label: Standing(entrant) for entrant in match.entrants}
    sums = {label: _Sums() for label in rows}
    fair = {entrant.label for entrant in match.entrants if not entrant.oracle}
    pairs = Pairs()
    of_two = match.kind in KINDS_OF_TWO and len(match.labels) == 2
    met: list[Result] = []
    for result in results:
        _count(result, rows, sums)
        if of_two:
            met.append(result)
        for pair in scoring.pairs(result, scoring.sides_of(match.game, len(result.seats))):
            _compare(pair, result.unit, sums)
            if fair.issuperset(pair.first) and fair.issuperset(pair.second):
                pairs.add(result.unit, pair)
    for label, row in rows.items():
        _conclude(row, sums[label])
    for ratings in rate(pairs) if pairs.rows else []:
        for label in ratings.labels:
            rows[label].rating = ratings.rating(label)
    duel = _duel(match, met) if of_two else None
    return Standings(match, sorted(rows.values(), key=_order), duel)


def _count(result: Result, rows: dict[str, Standing], sums: dict[str, _Sums]) -> None:
    for label in set(result.seats):
        rows[label].games += 1
    for seat, label in enumerate(result.seats):
        rows[label].moves += result.moves[seat] if result.moves else 0
        rows[label].seconds += result.seconds[seat] if result.seconds else 0.0
        sums[label].add("wins", result.unit, result.outcome[seat])
        sums[label].add("points", result.unit, result.returns[seat])
    if result.forfeit is not None:
        seat, reason, message = result.forfeit
        rows[result.seats[seat]].forfeits[reason] += 1
        rows[result.seats[seat]].why.setdefault(reason, message)


def _compare(pair: scoring.Pair, unit: int, sums: dict[str, _Sums]) -> None:
    if pair.first == pair.second:
        return
    for labels, score in ((pair.first, pair.score), (pair.second, 1 - pair.score)):
        for label in set(labels):
            sums[label].add("score", unit, score)


def _conclude(row: Standing, sums: _Sums) -> None:
    if not row.games:
        return
    row.wins = estimate.share(sums.means("wins"))
    row.points = estimate.mean(sums.means("points"))
    if found := sums.means("score"):
        row.score = estimate.share(found)


def _duel(match: MatchInfo, results: list[Result]) -> Duel | None:
    first, second = match.labels
    units = scoring.units_of(results, match.game, first, second)
    if not units:
        return None
    scores = scoring.scores_of(units)
    games = sum(unit.games for unit in units) / len(units)
    return Duel(
        score=estimate.share(scores),
        points=estimate.mean([unit.points for unit in units]),
        elo=elo.elo(scores),
        normalised=elo.normalised_elo(scores, games),
        pairs=elo.pentanomial(scores) if games == elo.PAIR else None,
        test=sprt_of(match, games, scores) if match.kind == "sprt" else None,
    )


def sprt_of(match: MatchInfo, games: float, scores: Iterable[float]) -> Sprt:
    """The sequential test of a match by its settings, told these scores."""
    bounds = {name: match.settings[name] for name in ("elo0", "elo1", "alpha", "beta", "model")}
    test = Sprt(**bounds, games=games)
    test.update(*map(float, scores))
    return test


def _order(row: Standing) -> tuple[bool, float, float]:
    """Oracles last; then by rating, then by points."""
    rating = row.rating.value if row.rating is not None else float("-inf")
    points = row.points.value if row.points is not None else float("-inf")
    return row.entrant.oracle, -rating, -points
