"""What each bot did, counted seat by seat: the one place where results become sums.

A leaderboard of many matches (board.py) and the table of one match (standing.py) both count with
this class, and every column (columns.py) is computed from it.

    points   what the game returned to the seat
    wins     the win share of the seat's side; `even` is the share if all were equal
    score    the share of opposing sides that finished behind, ties half
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from kibitz.arena.result import Entrant, Result
from kibitz.arena.statistics.elo_ratings import Rated
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.statistics.scoring import Pair, Sides
from kibitz.arena.statistics.tally import Tally

FORFEITS_SHARE_MAX = 0.02  # of its seats; a bot above this is flagged


@dataclass
class Counts:
    """One bot's sums over all its seats."""

    tally: Tally = field(default_factory=Tally)  # points, wins, even and score, by unit
    games: int = 0
    seats: int = 0  # a bot that sits twice in a game has two
    moves: int = 0
    seconds: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)  # by reason
    why: dict[str, str] = field(default_factory=dict)  # the first message of each reason

    @property
    def milliseconds(self) -> float | None:
        """CPU time per decision; None if it was not measured."""
        return 1000 * self.seconds / self.moves if self.moves and self.seconds > 0 else None

    @property
    def fails(self) -> bool:
        """Whether it forfeits too often for its score to be trusted."""
        return self.forfeits.total() > FORFEITS_SHARE_MAX * self.seats


@dataclass(frozen=True)
class Row:
    """One bot of a table: the input of the columns."""

    label: str
    entrant: Entrant
    counts: Counts
    rated: Rated | None  # None for oracles, and for bots that met no other
    milliseconds: float | None  # CPU time per decision

    @property
    def points(self) -> Estimate | None:
        return self.counts.tally.estimate("points")

    @property
    def wins(self) -> Estimate | None:
        return self.counts.tally.estimate("wins", share=True)

    @property
    def score(self) -> Estimate | None:
        """None if it met no other bot."""
        return self.counts.tally.estimate("score", share=True)

    @property
    def even(self) -> float | None:
        """The win share if all bots were equal."""
        found = self.counts.tally.estimate("even")
        return None if found is None else found.value


def row(label: str, entrant: Entrant, counts: Counts, rated: Rated | None) -> Row:
    """Return a row with the time measured in its own games."""
    return Row(label, entrant, counts, rated, counts.milliseconds)


def count(result: Result, sides: Sides, unit: Hashable, counts: Mapping[str, Counts]) -> None:
    """Add one game to the counts of every bot that played in it."""
    side_of = {seat: side for side in sides for seat in side}
    for label in set(result.seats):
        counts[label].games += 1
        counts[label].tally.unit = unit
    for seat, label in enumerate(result.seats):
        one = counts[label]
        one.seats += 1
        one.moves += result.moves[seat] if result.moves else 0
        one.seconds += result.seconds[seat] if result.seconds else 0.0
        one.tally.add("points", result.returns[seat])
        one.tally.add("wins", sum(result.outcome[other] for other in side_of[seat]))
        one.tally.add("even", 1 / len(sides))
    if result.forfeit is not None:
        seat, reason, message = result.forfeit
        counts[result.seats[seat]].forfeits[reason] += 1
        counts[result.seats[seat]].why.setdefault(reason, message)


def compare(pairs: Iterable[Pair], counts: Mapping[str, Counts]) -> None:
    """Add the scores of one game's pairs of sides, after `count` has set the unit."""
    for pair in pairs:
        if pair.first == pair.second:
            continue
        for labels, score in ((pair.first, pair.score), (pair.second, 1 - pair.score)):
            for label in set(labels):
                counts[label].tally.add("score", score)
