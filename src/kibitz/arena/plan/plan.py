"""A requested match: the game, who enters, the schedule, how much of it to play.

One function per kind of match makes a Plan. The same plan has the same `key`, by which a store
finds an existing match; the number of units is not part of it, so a match can be extended.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz import games
from kibitz.arena.plan import schedule
from kibitz.arena.plan.entry import Entry, distinct
from kibitz.arena.plan.schedule import Drawn, Schedule, Turns
from kibitz.arena.result import NewMatch
from kibitz.arena.store.rows import table_game
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed

UNITS_MAX = 1_000_000_000


@dataclass(frozen=True)
class Plan:
    """A match, ready to be played."""

    kind: str
    game: str
    options: dict[str, Any]  # those that differ from the default
    rules: int
    entries: Sequence[Entry]
    schedule: Schedule
    units: int
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        data = {
            "kind": self.kind,
            "game": self.game,
            "options": self.options,
            "rules": self.rules,
            "schedule": self.schedule.message(),
            "settings": self.settings,
            "entrants": [[entry.label, entry.entrant.hash] for entry in self.entries],
        }
        text = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def new_match(self) -> NewMatch:
        """Return the match for the store."""
        return NewMatch(
            key=self.key,
            kind=self.kind,
            game=self.game,
            options=self.options,
            rules=self.rules,
            seed=self.schedule.seed,
            planned=self.units,
            entrants=[entry.entrant for entry in self.entries],
            settings=self.settings,
        )

    def message(self) -> dict[str, Any]:
        """Return the match for a worker."""
        return {
            "game": self.game,
            "options": self.options,
            "entries": [entry.message() for entry in self.entries],
            "schedule": self.schedule.message(),
        }


def two(
    game: Game,
    entries: Sequence[Entry],
    units: int,
    seed: int = 0,
    *,
    kind: str = "h2h",
    settings: dict[str, Any] | None = None,
) -> Plan:
    """One bot against another."""
    assert len(entries) == 2
    return _pairs(kind, game, entries, [(0, 1)], units, seed, settings)


def round_robin(game: Game, entries: Sequence[Entry], units: int, seed: int = 0) -> Plan:
    """Play everyone against everyone, `units` deals for each pair."""
    bots, _ = distinct(entries)
    _need(bots, 2, "a round-robin")
    pairs = list(itertools.combinations(range(len(bots)), 2))
    return _pairs("round-robin", game, bots, pairs, units * len(pairs), seed)


def gauntlet(game: Game, entries: Sequence[Entry], units: int, seed: int = 0) -> Plan:
    """Play the first bot against each of the others, `units` deals for each."""
    bots, _ = distinct(entries)
    _need(bots, 2, "a gauntlet")
    pairs = [(0, other) for other in range(1, len(bots))]
    return _pairs("gauntlet", game, bots, pairs, units * len(pairs), seed)


def bench(game: Game, entries: Sequence[Entry], units: int, seed: int = 0) -> Plan:
    """Play a table of named bots, possibly the same one on several seats."""
    if len(entries) != game.players:
        raise BadOption(f"this game has {game.players} seats: name a bot for each of them")
    bots, seats = distinct(entries)
    return _plan("bench", game, bots, Turns(seed, [schedule.of_table(tuple(seats))]), units)


def solo(game: Game, entries: Sequence[Entry], units: int, seed: int = 0) -> Plan:
    """Play each bot alone, all with the same dice."""
    if game.players != 1:
        raise BadOption(f"{game.name} cannot be played alone; qwixx can")
    bots, _ = distinct(entries)
    return _plan("solo", game, bots, Turns(seed, [[(place,) for place in range(len(bots))]]), units)


def groups(
    kind: str,
    game: Game,
    entries: Sequence[Entry],
    seatings: Sequence[Sequence[schedule.Seating]],
    units: int,
    seed: int = 0,
) -> Plan:
    """Play given groups of seatings in turn, one group per deal."""
    return _plan(kind, game, entries, Turns(seed, seatings), units)


def drawn(
    game: str,
    options: dict[str, Any],
    entries: Sequence[Entry],
    sizes: Sequence[int],
    units: int,
    seed: int = 0,
    *,
    rotate: bool = False,
) -> Plan:
    """Play a field: tables of random sizes and guests."""
    _need(entries, 1, "a field")
    if "players" in options:
        raise BadOption("a field's file sets the number of players; drop -o players=")
    tables = [table_game(game, options, size) for size in sizes]
    for size, table in zip(sizes, tables, strict=True):
        if table.players != size:
            raise BadOption(f"{game} is for {table.players} players, not {size}")
    bots, guests = distinct(entries)
    chosen = {name: x for name, x in tables[0].chosen_options().items() if name != "players"}
    drawing = Drawn(check_seed(seed), guests, list(sizes), rotate)
    units = whole_number("n_experiments", units, 1, UNITS_MAX)
    return Plan("field", game, chosen, tables[0].version, bots, drawing, units)


def _pairs(
    kind: str,
    game: Game,
    entries: Sequence[Entry],
    pairs: Sequence[tuple[int, int]],
    units: int,
    seed: int,
    settings: dict[str, Any] | None = None,
) -> Plan:
    groups = [schedule.of_two(game, a, b) for a, b in pairs]
    return _plan(kind, game, entries, Turns(seed, groups), units, settings)


def _plan(
    kind: str,
    game: Game,
    entries: Sequence[Entry],
    found: Schedule,
    units: int,
    settings: dict[str, Any] | None = None,
) -> Plan:
    check_seed(found.seed)
    units = whole_number("deals", units, 1, UNITS_MAX)
    options = game.chosen_options()
    version = games.find(game.name).version
    return Plan(kind, game.name, options, version, entries, found, units, settings or {})


def _need(entries: Sequence[Entry], least: int, what: str) -> None:
    if len(entries) < least:
        raise BadOption(f"{what} needs at least {least} bots, not {len(entries)}")
