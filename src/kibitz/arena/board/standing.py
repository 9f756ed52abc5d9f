"""The table of one match: a row per bot and, for a match of two, the score of one over the other.

Rows are counted by counts.py as on a leaderboard, with Elo on the same scale: see anchor.py.
Oracles are listed without a rating: they see what others may not know. A bot that forfeits often is
flagged, not dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.arena.board import counts
from kibitz.arena.board.anchor import anchors
from kibitz.arena.board.counts import Counts, Row
from kibitz.arena.result import MatchInfo, Result
from kibitz.arena.statistics import elo_scale, estimate, scoring
from kibitz.arena.statistics.elo_ratings import Pairs, rate
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.statistics.sprt import Sprt

KINDS_OF_TWO = ("h2h", "sprt")


@dataclass(frozen=True)
class Duel:
    """What a match of two says about the first bot against the second."""

    score: Estimate
    points: Estimate  # difference per game
    elo: Estimate
    normalised: Estimate
    pairs: list[int] | None  # pentanomial counts, if units are pairs of games
    test: Sprt | None = None  # if the match was played as a test

    @property
    def verdict(self) -> int:
        """1 if the first is clearly stronger, -1 if the second is, 0 if undecided."""
        return 0 if not self.score.excludes(0.5) else 1 if self.score.value > 0.5 else -1


@dataclass(frozen=True)
class Standings:
    """The standings of a match."""

    match: MatchInfo
    rows: list[Row]  # best first
    duel: Duel | None


def standings(match: MatchInfo, results: Iterable[Result]) -> Standings:
    """Compute the standings of a match."""
    entrants = {entrant.label: entrant for entrant in match.entrants}
    found = {label: Counts() for label in entrants}
    fair = {label for label, entrant in entrants.items() if not entrant.oracle}
    pairs = Pairs()
    of_two = match.kind in KINDS_OF_TWO and len(match.labels) == 2
    met: list[Result] = []
    for result in results:
        sides = scoring.sides_of(match.game, len(result.seats))
        compared = list(scoring.pairs(result, sides))
        counts.count(result, sides, result.unit, found)
        counts.compare(compared, found)
        if of_two:
            met.append(result)
        for pair in compared:
            if fair.issuperset(pair.first) and fair.issuperset(pair.second):
                pairs.add(result.unit, pair)
    lists = rate(pairs, anchors(match.game, match.options, match.entrants)) if pairs.rows else []
    rated = {one.label: one for ratings in lists for one in ratings.rows()}
    rows = [counts.row(e.label, e, found[e.label], rated.get(e.label)) for e in match.entrants]
    duel = _duel(match, met) if of_two else None
    return Standings(match, sorted(rows, key=_order), duel)


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
        elo=elo_scale.elo(scores),
        normalised=elo_scale.normalised_elo(scores, games),
        pairs=elo_scale.pentanomial(scores) if games == elo_scale.PAIR else None,
        test=sprt_of(match, games, scores) if match.kind == "sprt" else None,
    )


def sprt_of(match: MatchInfo, games: float, scores: Iterable[float]) -> Sprt:
    """Run the sequential test of a match, by its settings, on these scores."""
    bounds = {name: match.settings[name] for name in ("elo0", "elo1", "alpha", "beta", "model")}
    test = Sprt(**bounds, games=games)
    test.update(*map(float, scores))
    return test


def _order(row: Row) -> tuple[bool, float, float]:
    """Sort oracles last; then by rating, then by points."""
    rating = row.rated.rating.value if row.rated is not None else float("-inf")
    points = row.points.value if row.points is not None else float("-inf")
    return row.entrant.oracle, -rating, -points
