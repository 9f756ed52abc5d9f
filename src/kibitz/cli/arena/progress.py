"""Progress of a running match: games, rate, the estimate with its interval, time left.

On a terminal it is a live bar; elsewhere a line now and then shows in a log that the match is
alive. The estimate is for the first bot of the command, against the others.
"""

from __future__ import annotations

import math
import time

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from kibitz.arena.result import MatchInfo, Result
from kibitz.arena.run.units import Unit
from kibitz.arena.statistics import scoring
from kibitz.arena.statistics.estimate import Estimate, wilson
from kibitz.arena.statistics.quantile import student
from kibitz.arena.store.rows import result_of
from kibitz.cli.arena.text_tables import headline
from kibitz.core.plural import plural

LINE_SECONDS = 10.0  # between two lines when there is no terminal
RECENT_SECONDS = 5.0  # window of the rate
WIDTH = 30  # columns of the bar


class Running:
    """Running mean and variance (Welford's algorithm)."""

    def __init__(self) -> None:
        self.count, self.mean, self._squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.count += 1
        before = value - self.mean
        self.mean += before / self.count
        self._squares += before * (value - self.mean)

    @property
    def share(self) -> Estimate:
        """The mean of scores between 0 and 1, with the interval of the final table."""
        return wilson(self.mean, self._squares, self.count)

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        if self.count < 2:
            return math.inf
        spread = math.sqrt(self._squares / (self.count - 1) / self.count)
        return student(self.count - 1) * spread


class Tally:
    """The score of one bot against the others, unit by unit; in solo games, its points."""

    def __init__(self, match: MatchInfo) -> None:
        self.match, self.label = match, match.labels[0]
        self.running = Running()

    def add(self, unit: Unit) -> float | None:
        """Add a unit and return its value; None if the bot met no other bot in it."""
        values: list[float] = []
        for game in unit.games:
            values += self._values(result_of(self.match, game))
        if not values:
            return None
        value = sum(values) / len(values)
        self.running.add(value)
        return value

    def _values(self, result: Result) -> list[float]:
        if len(result.seats) == 1:
            return list(result.returns) if result.seats[0] == self.label else []
        sides = scoring.sides_of(self.match.game, len(result.seats))
        found = [pair for pair in scoring.pairs(result, sides) if pair.first != pair.second]
        mine = [pair.score for pair in found if self.label in pair.first]
        return mine + [1 - pair.score for pair in found if self.label in pair.second]

    def __str__(self) -> str:
        run = self.running
        if not run.count:
            return f"{self.label}: no deal finished yet"
        if self.match.kind == "solo":
            points = f"{run.mean:.2f} ±{run.error:.2f} points"
            return f"{self.label}: {points} in {plural(run.count, 'game')}"
        error = "" if run.count < 2 else f" ±{100 * run.share.error:.1f}"
        return f"{self.label} scores {100 * run.mean:.1f}{error} % in {plural(run.count, 'deal')}"


class Progress:
    """The live display of a running match; wrap the run in `with`."""

    def __init__(self, *, wanted: bool) -> None:
        self._console = Console(stderr=True)
        self._live: Live | None = None
        self._wanted = wanted
        self.match: MatchInfo | None = None
        self.tally: Tally | None = None
        self.games = 0
        self.units = 0
        self._resumed = 0
        self._begin = self._said = time.monotonic()
        self._recent: list[tuple[float, int]] = []

    def begin(self, match: MatchInfo) -> None:
        self.match, self.tally = match, Tally(match)
        self._resumed = match.games
        if self._wanted and self._console.is_terminal:
            self._live = Live(self, console=self._console, transient=True, refresh_per_second=4)
            self._live.start()

    def seen(self, games: int) -> None:
        self.games += games
        now = time.monotonic()
        self._recent.append((now, self.games))
        while len(self._recent) > 2 and self._recent[1][0] < now - RECENT_SECONDS:
            self._recent.pop(0)
        if self._wanted and self._live is None and now - self._said >= LINE_SECONDS:
            self._said = now
            typer.echo(self.line())

    def unit(self, unit: Unit) -> bool:
        assert self.tally is not None
        self.units += 1
        self.tally.add(unit)
        return False

    @property
    def rate(self) -> float:
        """Games per second over the last few seconds."""
        if len(self._recent) < 2:
            return 0.0
        (first, before), (last, after) = self._recent[0], self._recent[-1]
        return (after - before) / (last - first) if last > first else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimate from the current rate; None before the first unit."""
        assert self.match is not None
        if not self.units or not self.rate:
            return None
        games = self.games / self.units * (self.match.planned - self.units)
        return max(0.0, games / self.rate)

    def line(self) -> str:
        assert self.match is not None
        left = self.seconds_left
        remaining = "" if left is None else f", {duration(left)} left"
        share = f"{self.units:,} of {self.match.planned:,} deals"
        return f"{share}, {self.games:,} games, {self.rate:,.0f}/s{remaining}; {self.tally}"

    def __rich__(self) -> Text:
        assert self.match is not None
        share = min(1.0, self.units / max(1, self.match.planned))
        full = round(WIDTH * share)
        left = self.seconds_left
        text = Text(headline_of(self.match) + "\n")
        text.append("━" * full, "green").append("━" * (WIDTH - full), "dim")
        text.append(f" {100 * share:3.0f} %  {self.games:,} games  {self.rate:,.0f}/s")
        text.append("" if left is None else f"  {duration(left)} left")
        text.append(f"\n{self.tally}", "cyan")
        for more in self.more():
            text.append(f"\n{more}", "cyan")
        return text

    def more(self) -> list[str]:
        """Return extra lines to show, such as the state of an SPRT."""
        return []

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()


def headline_of(match: MatchInfo) -> str:
    """Return the match's headline without the count, which the bar shows."""
    return headline(match).rsplit(":", 1)[0]


def duration(seconds: float) -> str:
    whole = math.ceil(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}"
