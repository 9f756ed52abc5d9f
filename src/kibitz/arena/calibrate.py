"""Measure the levels of a game: each against the next one, and the lowest against random.

    table = calibrate("ohhell", seconds=300, seed=1)

Every step is a match of two on duplicate deals: half of the seats each, then exchanged. Elo adds up
from random, which is 0; independent steps add their variances. Units are played until the step's
share of the CPU time is used up or its interval is narrow. What a step leaves of its share goes to
the later ones, which are between slower players; where it does not suffice, a step has few games
and a wide interval, which the table shows.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from kibitz import games
from kibitz.arena.plan.entry import enter
from kibitz.arena.plan.schedule import Seating, Turns, of_two
from kibitz.arena.result import Result
from kibitz.arena.run.playing import Playing
from kibitz.arena.statistics import elo_scale
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.statistics.scoring import scores_of, units_of
from kibitz.arena.store import rows
from kibitz.bots import levels
from kibitz.bots.defaults import level_options
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.rng import mix

ZERO = "random"  # of the scale
UNITS_MOST = 4000
LOT = 8  # units between looks at the clock
NARROW = 12.0  # Elo: half an interval that is narrow enough
ELO_MOST = 1200.0  # of a step


@dataclass(frozen=True)
class Step:
    """A level against the one below it."""

    below: str
    above: str
    elo: Estimate  # of the upper one
    games: int
    ms: float  # CPU time of the upper one per move


def calibrate(
    game: str, seconds: float, seed: int = 0, done: Callable[[Step], None] | None = None
) -> dict[str, Any]:
    """Play every step and return the table of levels as plain data; `done` gets each step."""
    specs = levels.specs(game)
    if not specs:
        raise BadOption(f"{game} has no levels: it needs the specs level_1 to level_{levels.COUNT}")
    rules = games.game(game, **level_options(game))
    names = [ZERO, *(spec.name for spec in specs)]
    steps: list[Step] = []
    begin = time.process_time()
    for number, (below, above) in enumerate(pairwise(names)):
        left = max(0.0, seconds - (time.process_time() - begin))
        share = left / (len(specs) - len(steps))
        found = step(rules, below, above, share, mix(seed, number))
        steps.append(found)
        if done is not None:
            done(found)
    total, variance, table = 0.0, 0.0, []
    for spec, found in zip(specs, steps, strict=True):
        total += found.elo.value
        variance += found.elo.error**2
        error = math.sqrt(variance)
        table.append(
            {
                "bot": spec.name,
                "hash": spec.hash,
                "elo": {
                    "value": round(total),
                    "low": round(total - error),
                    "high": round(total + error),
                },
                "step": _plain(found.elo),
                "games": found.games,
                "ms": float(f"{found.ms:.2g}"),
            }
        )
    return {
        "command": f"kibitz arena calibrate {game} --seconds {seconds:g} --seed {seed}",
        "options": rules.chosen_options(),
        "levels": table,
    }


def step(game: Game, below: str, above: str, seconds: float, seed: int) -> Step:
    """Play one level against another until the time is used up or the result is clear."""
    entries = enter(game.name, [below, above], twins=True)
    labels = [entry.label for entry in entries]
    playing = Playing(
        {
            "game": game.name,
            "options": game.chosen_options(),
            "entries": [entry.message() for entry in entries],
            "schedule": Turns(seed, [halves(game)]).message(),
        }
    )
    played: list[Result] = []
    units, begin = 0, time.process_time()
    try:
        while units < UNITS_MOST:
            for lot in playing.play(range(units, units + LOT), set()):
                played += [rows.result(_row(row), labels, None) for row in lot]
            units += LOT
            estimate = elo_scale.elo(scores_of(units_of(played, game.name, labels[1], labels[0])))
            if time.process_time() - begin >= seconds or estimate.error < NARROW:
                break
    finally:
        playing.close()
    own = [(r, seat) for r in played for seat, label in enumerate(r.seats) if label == labels[1]]
    spent = sum(r.seconds[seat] for r, seat in own)
    moves = sum(r.moves[seat] for r, seat in own)
    return Step(below, above, _bounded(estimate), len(played), 1000 * spent / max(1, moves))


def _row(row: rows.GameRow) -> SimpleNamespace:
    return SimpleNamespace(**dict(zip(rows.COLUMNS, row, strict=True)))


def halves(game: Game) -> list[Seating]:
    """Return two seatings: the bots alternate, or have a side each, and then change places."""
    if len({tuple(sorted(game.side(seat))) for seat in range(game.players)}) == 2:
        return of_two(game, 0, 1)
    return [tuple((seat + first) % 2 for seat in range(game.players)) for first in (0, 1)]


def _bounded(found: Estimate) -> Estimate:
    """Keep a clean sweep, whose Elo is infinite, at a figure that can be added up."""
    value, low, high = (
        max(-ELO_MOST, min(ELO_MOST, x)) for x in (found.value, found.low, found.high)
    )
    return Estimate(value, low, high, found.units)


def _plain(found: Estimate) -> dict[str, int]:
    return {"value": round(found.value), "low": round(found.low), "high": round(found.high)}
