"""How bots play: figures of style for each bot, counted over replayed games.

    style = Style("dubito")
    for result in store.results(match, records=True):
        style.add(result, unit)
    style.tallies["reader"].estimate("bluff")

What is counted is in styles/<game>.py. A forfeited game counts too, as far as it went. `Neighbours`
needs no records: how a bot scored by who sat before and after it.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Hashable, Mapping
from typing import Any

from kibitz import games
from kibitz.arena import styles
from kibitz.arena.result import Result
from kibitz.arena.scoring import placing, sides_of
from kibitz.arena.tally import Figure, Tally
from kibitz.core.game import Game
from kibitz.core.state import State

BEFORE, AFTER = "before", "after"


def _module(game: str) -> Any:
    """The style of a game, or None: a game may have none yet."""
    if game not in {found.name for found in pkgutil.iter_modules(styles.__path__)}:
        return None
    return importlib.import_module(f"{styles.__name__}.{game}")


def figures(game: str) -> Mapping[str, Figure]:
    """What is counted at a game, in the order to show it."""
    module = _module(game)
    found: Mapping[str, Figure] = module.FIGURES if module is not None else {}
    return found


def has_neighbours(game: str) -> bool:
    """Whether it matters at a game who sits next to whom."""
    return bool(getattr(_module(game), "NEIGHBOURS", False))


class Style:
    """The tallies of all bots of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.figures = figures(game)
        self.tallies: dict[str, Tally] = {}
        self.games = 0
        self._module = _module(game)
        self._made: dict[str, Game] = {}  # by options: making one costs more than a replay

    def add(self, result: Result, unit: Hashable) -> None:
        """Count a game; without its record, or a style of its game, there is nothing to count."""
        if result.record is None or self._module is None:
            return
        state = self.replay(result.record)
        # A bot may sit on several seats: each seat counts, into the one tally.
        tallies = [self.tallies.setdefault(label, Tally()) for label in result.seats]
        for tally in tallies:
            tally.unit = unit
        self._module.count(state, tallies)
        self.games += 1

    def replay(self, record: str) -> State:
        """The state at the end of a record."""
        return self.game_of(record).replay(record)

    def game_of(self, record: str) -> Game:
        options = json.loads(record)["options"]
        key = json.dumps(options, sort_keys=True)
        if key not in self._made:
            self._made[key] = games.game(self.game, **options)
        return self._made[key]


class Neighbours:
    """The mean score of each bot by the bot before and the bot after it."""

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
