"""Rate one bot quickly: in stages, against the most informative shipped players.

    rating = Rating(game, entry, rivals_of("ohhell"))
    rating.play(store, seconds=120)
    rating.elo                      # above random, with its interval

The shipped players' ratings are known (bots/ratings.py), so a handful of deals gives a rating. The
first stage meets weak, middling and strong players; each later one those whose games are worth
most for their time: games between equals are the most informative, and slow opponents cost more.
Games use the default options, are played from every seat, and go to the store like any others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kibitz.arena.errors import NoRatings
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan import schedule
from kibitz.arena.plan.entry import Entry, enter
from kibitz.arena.plan.plan import Plan
from kibitz.arena.plan.schedule import Seating
from kibitz.arena.result import MatchInfo
from kibitz.arena.run.run import run
from kibitz.arena.run.units import Unit
from kibitz.arena.statistics import scoring
from kibitz.arena.statistics.elo_scale import score_of
from kibitz.arena.statistics.estimate import Estimate, share
from kibitz.arena.statistics.performance import Games, performance
from kibitz.arena.store.rows import result_of
from kibitz.bots import ratings, registry, times
from kibitz.core.game import Game

if TYPE_CHECKING:
    from kibitz.arena.store.store import Store

STAGE_SECONDS = 20.0  # then opponents are chosen again
RIVALS = 3  # per stage
UNITS_MAX = 100_000  # of a stage: time ends it
OVERHEAD_MILLISECONDS = 0.3  # a decision of anybody, in a game with a Python bot
SLOW_MILLISECONDS = 30.0  # a rival may not take longer per move


class Rival(NamedTuple):
    """A shipped player with a known rating."""

    name: str
    elo: float
    milliseconds: float


def rivals_of(game: str) -> list[Rival]:
    """Return the shipped players that can rate others, strongest first."""
    shipped, found = registry.names(game), []
    for hash_, rating in ratings.by_hash(game).items():
        if rating.name not in shipped or rating.error > ratings.ANCHOR_ERROR_MAX:
            continue
        spec = registry.spec(game, rating.name)
        taken = times.milliseconds(spec)
        if spec.hash == hash_ and taken is not None and taken <= SLOW_MILLISECONDS:
            found.append(Rival(rating.name, rating.elo, taken))
    if len(found) < 2:
        raise NoRatings(f"{game} has no rated players; kibitz arena gauntlet compares bots freely")
    return sorted(found, key=lambda rival: -rival.elo)


@dataclass
class Rating:
    """The rating of one bot, as its games come in."""

    game: Game
    entry: Entry
    rivals: Sequence[Rival]
    whole_units: bool = True  # a deal is played from every seat; else once, which slow bots need
    units: list[Games] = field(default_factory=list)
    against: dict[str, list[float]] = field(default_factory=dict)  # scores per unit, by rival
    games: int = 0
    forfeits: int = 0

    def __post_init__(self) -> None:
        self.rivals = [rival for rival in self.rivals if rival.name != self.entry.label]

    @property
    def elo(self) -> Estimate:
        return performance(self.units)

    def scores(self) -> list[tuple[Rival, Estimate]]:
        """Return the score against each rival met, worst first."""
        met = [(r, share(self.against[r.name])) for r in self.rivals if r.name in self.against]
        return sorted(met, key=lambda pair: pair[1].value)

    def play(
        self,
        store: Store,
        seconds: float,
        *,
        seed: int = 0,
        workers: int = 0,
        progress: Callable[[Rating], None] = lambda _: None,
    ) -> None:
        """Play for about this long."""
        end, stage = time.monotonic() + seconds, 0
        while stage == 0 or time.monotonic() < end:
            until = min(end, time.monotonic() + STAGE_SECONDS)
            watcher = _Stage(self, until, progress)
            run(self._plan(self.choose(), seed + stage), store, workers=workers, watcher=watcher)
            stage += 1

    def choose(self) -> list[Rival]:
        """Return the next opponents, by the information in their games for their time."""
        count = min(RIVALS, len(self.rivals))
        if not self.units:
            last = len(self.rivals) - 1
            places = [round(last * part / (count + 1)) for part in range(1, count + 1)]
            return [self.rivals[place] for place in dict.fromkeys(places)]
        own = self.elo.value

        def worth(rival: Rival) -> float:
            chance = score_of(own - rival.elo)
            return chance * (1 - chance) / (OVERHEAD_MILLISECONDS + rival.milliseconds)

        return sorted(self.rivals, key=worth, reverse=True)[:count]

    def _plan(self, rivals: Sequence[Rival], seed: int) -> Plan:
        entries = [self.entry, *enter(self.game.name, [rival.name for rival in rivals])]
        groups = _groups(self.game, len(entries))
        if not self.whole_units:
            groups = [[seating] for group in zip(*groups, strict=True) for seating in group]
        return plans.groups("rate", self.game, entries, groups, UNITS_MAX, seed)

    def add(self, match: MatchInfo, unit: Unit) -> None:
        """Add the games of one unit."""
        known = {rival.name: rival.elo for rival in self.rivals}
        found: list[tuple[float, float]] = []
        scores: dict[str, list[float]] = {}
        for row in unit.games:
            result = result_of(match, row)
            self.games += 1
            if result.forfeit is not None:
                self.forfeits += result.seats[result.forfeit[0]] == self.entry.label
            sides = scoring.sides_of(match.game, len(result.seats))
            for pair in scoring.pairs(result, sides):
                for first, second, score in (pair, (pair.second, pair.first, 1 - pair.score)):
                    if self.entry.label in first and self.entry.label not in second:
                        found.append((sum(known[name] for name in second) / len(second), score))
                        scores.setdefault(second[0], []).append(score)
        self.units.append(found)
        for name, values in scores.items():
            self.against.setdefault(name, []).append(sum(values) / len(values))


def _groups(game: Game, entries: int) -> list[list[Seating]]:
    """The seatings of a stage: the bot against each rival, or at tables with all of them."""
    sides = {tuple(sorted(game.side(seat))) for seat in range(game.players)}
    if len(sides) == 2:
        return [schedule.of_two(game, 0, rival) for rival in range(1, entries)]
    others = [1 + place % (entries - 1) for place in range(game.players - 1)]
    return [schedule.rotations((0, *others))]


class _Stage:
    """Watches a stage, and ends it when its time is up."""

    def __init__(self, rating: Rating, until: float, progress: Callable[[Rating], None]) -> None:
        self.rating, self.until, self.progress = rating, until, progress
        self.match: MatchInfo | None = None

    def begin(self, match: MatchInfo) -> None:
        self.match = match

    def seen(self, games: int) -> None: ...

    def unit(self, unit: Unit) -> bool:
        assert self.match is not None
        self.rating.add(self.match, unit)
        self.progress(self.rating)
        return time.monotonic() >= self.until
