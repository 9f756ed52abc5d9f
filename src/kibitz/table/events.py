"""What can happen at a table. Each event is kept, and replays: step.py says what it does.

`player` is the public name of the person who asks for it; what a bot, the clock or the server does
has none. A number `game` and `ply` beside it say which position it is about, so that what comes too
late is noticed. JSON: the fields, and the class as `kind`.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

from kibitz.table.errors import DamagedTable


@dataclass(frozen=True)
class Event:
    """The base of all."""


@dataclass(frozen=True)
class Sit(Event):
    player: str
    name: str
    seat: int | None = None


@dataclass(frozen=True)
class Start(Event):
    """Fill open seats with this bot and begin."""

    player: str
    bot: str


@dataclass(frozen=True)
class Begin(Event):
    """The cards are dealt, from a seed that the system drew."""

    seed: int
    salt: str


@dataclass(frozen=True)
class Act(Event):
    """A person's action."""

    player: str
    game: int
    ply: int
    action: int


@dataclass(frozen=True)
class BotActs(Event):
    seat: int
    game: int
    ply: int
    action: int


@dataclass(frozen=True)
class Replace(Event):
    """A bot failed at its move, or was too slow: another takes its seat."""

    seat: int
    game: int
    ply: int
    reason: str


@dataclass(frozen=True)
class Flag(Event):
    """The time of the seat on turn is up."""

    game: int
    ply: int


@dataclass(frozen=True)
class Undo(Event):
    player: str


@dataclass(frozen=True)
class AnswerUndo(Event):
    player: str
    accept: bool


@dataclass(frozen=True)
class Rematch(Event):
    player: str


@dataclass(frozen=True)
class Leave(Event):
    player: str


@dataclass(frozen=True)
class ComeBack(Event):
    player: str


@dataclass(frozen=True)
class TakeOver(Event):
    """`player` lets a bot play for `seat`; what runs the table knows that nobody is there."""

    player: str
    seat: int


@dataclass(frozen=True)
class Pace(Event):
    player: str
    pace_ms: int | None = None
    paused: bool | None = None


@dataclass(frozen=True)
class Restart(Event):
    """The server was away: clocks did not run meanwhile."""


KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}


def write(event: Event) -> str:
    return json.dumps({"kind": type(event).__name__} | dataclasses.asdict(event))


def read(text: str) -> Event:
    try:
        plain: dict[str, Any] = json.loads(text)
        return KINDS[plain.pop("kind")](**plain)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedTable(f"a stored event cannot be read: {error}") from None
