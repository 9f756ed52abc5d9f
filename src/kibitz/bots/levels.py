"""The levels of a game: eight opponents for people, from a beginner to the game's best player.

    found = levels("ohhell")
    found[3].bot, found[3].name, found[3].elo        level_4, Hugo, its Elo above random

`level_1` to `level_8` are specs like any other; their `about` is a line about their style. The
names are the same in every game, so that a person who likes to play Clara finds her everywhere. Elo
and time are measured: `kibitz arena calibrate GAME` writes `players/<game>/level_calibration.json`.
A level whose spec has changed since has neither until it is measured again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.bots import measured, registry, times
from kibitz.bots.spec.spec import Spec
from kibitz.core.errors import BadOption, UnknownBot

NAMES = ("Noa", "Leo", "Mina", "Hugo", "Clara", "Oscar", "Iris", "Victor")
COUNT = len(NAMES)


@dataclass(frozen=True)
class Elo:
    """Above random, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Level:
    """One level of a game."""

    number: int  # 1 to 8
    bot: str
    name: str
    style: str
    elo: Elo | None  # None until measured
    ms: float | None  # CPU time per move


def bot_of(number: int) -> str:
    """Return the name of the player of a level; raise BadOption if there is no such level."""
    if not 1 <= number <= COUNT:
        raise BadOption(f"levels go from 1 to {COUNT}, not {number}")
    return f"level_{number}"


def specs(game: str) -> list[Spec]:
    """Return the specs of a game's levels, from the lowest; empty for a game without levels."""
    found = []
    for number in range(1, COUNT + 1):
        try:
            found.append(registry.spec(game, bot_of(number)))
        except UnknownBot:
            return []
    return found


def levels(game: str) -> list[Level]:
    """Return the levels of a game, from the lowest; empty for a game without levels.

    >>> levels("ohhell")[3].bot
    'level_4'
    """
    known = {one["bot"]: one for one in measured.read(game, "level_calibration").get("levels", [])}
    found = []
    for number, spec in enumerate(specs(game), 1):
        one = known.get(spec.name, {})
        same = one.get("hash") == spec.hash
        elo = Elo(**one["elo"]) if same else None
        ms = float(one["ms"]) if same else times.milliseconds(spec)
        found.append(Level(number, spec.name, NAMES[number - 1], style(spec), elo, ms))
    return found


def style(spec: Spec) -> str:
    """Return the line about a level's style, without its number."""
    return spec.about.split(": ", 1)[-1][:1].upper() + spec.about.split(": ", 1)[-1][1:]


def path(game: str) -> Path | None:
    """Return where a game's measured levels are kept; None for a game from another package."""
    return measured.path(game, "level_calibration")
