"""How bots play: style figures for each bot, counted over replayed games.

    style = Style("dubito")
    for result in store.results(match, records=True):
        style.add(result, unit)
    style.tallies["reader"].estimate("bluff")

arena/games/<game>.py defines what is counted. A forfeited game counts too, as far as it went.
`Neighbours` needs no records: it scores a bot by who sat before and after it.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from kibitz import games
from kibitz.arena.result import Result
from kibitz.arena.statistics.scoring import placing, sides_of
from kibitz.arena.statistics.tally import Figure, Tally
from kibitz.core import registry
from kibitz.core.game import Game
from kibitz.core.state import State

BEFORE, AFTER = "before", "after"


def _module(game: str) -> Any:
    """Return the style module of a game, or None if it has none."""
    return registry.find("arena", game)


def figures(game: str) -> Mapping[str, Figure]:
    """Return what is counted for a game, in display order."""
    module = _module(game)
    found: Mapping[str, Figure] = module.FIGURES if module is not None else {}
    return found


def bid_figure(game: str) -> str | None:
    """Return the figure that tells how often bids are made; None in a game without bids."""
    found: str | None = getattr(_module(game), "BIDS", None)
    return found


def count(state: State, tallies: Sequence[Tally]) -> None:
    """Count a finished game, with a tally for each seat; does nothing if its game has no style."""
    module = _module(state.game.name)
    if module is not None:
        module.count(state, tallies)


def has_neighbours(game: str) -> bool:
    """Whether seating order matters in a game."""
    return bool(getattr(_module(game), "NEIGHBOURS", False))


class Style:
    """The tallies of all bots of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.figures = figures(game)
        self.tallies: dict[str, Tally] = {}
        self.games = 0
        self._module = _module(game)
        self._made: dict[str, Game] = {}  # by options: creating one costs more than a replay

    def add(self, result: Result, unit: Hashable) -> None:
        """Count a game; skip it if it has no record or its game has no style."""
        if result.record is None or self._module is None:
            return
        state = self.replay(result.record)
        # A bot may sit on several seats: each seat counts, into one tally.
        tallies = [self.tallies.setdefault(label, Tally()) for label in result.seats]
        for tally in tallies:
            tally.unit = unit
        self._module.count(state, tallies)
        self.games += 1

    def replay(self, record: str) -> State:
        """Return the state at the end of a record."""
        return self.game_of(record).replay(record)

    def game_of(self, record: str) -> Game:
        options = json.loads(record)["options"]
        key = json.dumps(options, sort_keys=True)
        if key not in self._made:
            self._made[key] = games.game(self.game, **options)
        return self._made[key]


class Neighbours:
    """Each bot's mean score by the bot before it and the bot after it."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.tallies: dict[tuple[str, str, str], Tally] = {}  # bot, before or after, neighbour

    def add(self, result: Result, unit: Hashable) -> None:
        seats = len(result.seats)
        sides = sides_of(self.game, seats)
        if len(sides) != seats:
            return  # partners sit in between
        places = placing(result, sides)
        for seat, label in enumerate(result.seats):
            beaten = sum(places[seat] > other for other in places)
            level = sum(places[seat] == other for other in places) - 1
            score = (beaten + level / 2) / (seats - 1) if seats > 1 else 0.5
            for word, step in ((BEFORE, -1), (AFTER, 1)):
                key = (label, word, result.seats[(seat + step) % seats])
                tally = self.tallies.setdefault(key, Tally())
                tally.unit = unit
                tally.add("score", score)
