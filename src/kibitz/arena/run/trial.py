"""A bot on trial: does it keep the contract of docs/write-a-bot.md?

    found = trial(lambda: load_file("my_bot.py"), "ohhell", games=200)

Plays games with many options against simple and random players and records every violation, how
long decisions take, and whether the same seed gives the same game with a fresh bot. Everything
about a game follows from its seed, so any single game can be replayed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kibitz.arena.match import Played, play
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.remote.forfeit import BotFault, Forfeit, fault_of
from kibitz.bots.remote.process import ProcessBot
from kibitz.bots.simple import choose, choose_random
from kibitz.core import registry
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.games import find
from kibitz.games import game as make_game

GAMES = 200
AGAIN = 20  # games played a second time
PROBLEMS_MAX = 5  # stop the trial then: more would not help

Options = Mapping[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Problem:
    """A game in which the bot broke the contract."""

    seed: int
    options: Options
    forfeit: Forfeit
    trace: str
    seen: str  # what the bot saw when it happened
    printed: str  # its last lines of output


@dataclass(frozen=True)
class Difference:
    """A game that differed when it was played again."""

    seed: int
    options: Options
    decision: int  # of all seats, from 0
    first: str
    second: str


@dataclass
class Report:
    """The findings of a trial."""

    games: int = 0
    seconds: list[float] = field(default_factory=list)  # wall time of each decision
    problems: list[Problem] = field(default_factory=list)
    again: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def fine(self) -> bool:
        return not self.problems and not self.differences


def trials(game: str) -> Sequence[Options]:
    """Return the options to cycle through; by default only the game's defaults."""
    found: Sequence[Options] = getattr(registry.find("players", game, "trials"), "TRIALS", [{}])
    return found


def trial(
    make: Callable[[], Bot],
    game: str,
    *,
    games: int = GAMES,
    seed: int = 0,
    options: Options | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Report:
    """Play the games of the seeds from `seed` on; `make` creates a fresh bot."""
    find(game)
    report = Report()
    turns = trials(game) if options is None else [options]
    records: dict[int, list[int]] = {}
    with _Watched(make) as watched:
        for number in range(seed, seed + games):
            chosen = turns[number % len(turns)]
            played = _play(watched, make_game(game, **chosen), number)
            report.games += 1
            report.seconds += watched.seconds
            records[number] = played.record["actions"]
            if played.forfeit is not None:
                seen = watched.view.text() if watched.view is not None else ""
                bot = watched.bot
                printed = bot.printed() if isinstance(bot, ProcessBot) else ""
                report.problems.append(
                    Problem(number, chosen, played.forfeit, watched.trace, seen, printed)
                )
            elif number == seed:
                _check_explanation(watched, report, number, chosen)
            progress()
            if len(report.problems) >= PROBLEMS_MAX:
                return report
    with _Watched(make) as watched:
        # In reverse order, to expose anything a bot remembers from the previous game.
        for number in reversed(list(records)[:AGAIN]):
            chosen = turns[number % len(turns)]
            played = _play(watched, make_game(game, **chosen), number)
            report.again += 1
            found = _difference(number, chosen, game, records[number], played)
            if found is not None:
                report.differences.append(found)
    return report


def _play(watched: _Watched, game: Game, seed: int) -> Played:
    """Play one game; seat and opponents follow from the seed."""
    seat = seed % game.players
    rule = choose if seed % 2 == 0 else choose_random
    bots: list[Bot] = [RuleBot(rule) for _ in range(game.players)]
    bots[seat] = watched
    watched.seconds, watched.trace, watched.view = [], "", None
    return play(game, bots, seed, forfeits=True)


def _check_explanation(watched: _Watched, report: Report, seed: int, options: Options) -> None:
    try:
        said: Any = watched.bot.explain()
        if not isinstance(said, dict):
            raise TypeError(f"explain returned {type(said).__name__}, not a dict")
    except Exception as error:  # noqa: BLE001 (whatever a bot may raise)
        fault = fault_of(error)
        forfeit = Forfeit.of(watched.seat, fault)
        report.problems.append(Problem(seed, options, forfeit, fault.trace, "", ""))


def _difference(
    seed: int, options: Options, game: str, first: list[int], played: Played
) -> Difference | None:
    second: list[int] = played.record["actions"]
    if first == second:
        return None
    name = make_game(game, **options).action_name
    pairs = list(zip(first, second, strict=False))
    place = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
    texts = [name(actions[place]) if place < len(actions) else "-" for actions in (first, second)]
    return Difference(seed, options, place, *texts)


class _Watched(Bot):
    """The bot on trial, with a clock and its last view."""

    def __init__(self, make: Callable[[], Bot]) -> None:
        self.bot = make()
        self.seconds: list[float] = []
        self.trace = ""
        self.view: View | None = None  # of the last decision

    @property
    def listens(self) -> bool:
        return self.bot.listens

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self._named(lambda: self.bot.start(game, seat, seed))

    def observe(self, event: Event) -> None:
        self._named(lambda: self.bot.observe(event))

    def choose(self, view: View) -> int:
        begin = time.perf_counter()
        self.view = view
        try:
            return self._named(lambda: self.bot.choose(view))
        finally:
            self.seconds.append(time.perf_counter() - begin)

    def _named(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except BotFault as fault:
            self.trace = fault.trace
            raise

    def close(self) -> None:
        self.bot.close()
