"""Everything that can happen at a table. Events are stored and replayed; step.py applies them.

`player` is the public name of the person behind an event; events caused by a bot, the clock or the
server have none. `game` and `ply` identify the position an event refers to, which exposes events
that arrive too late. In JSON, an event is its fields plus its class as `kind`.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.table.errors import DamagedTable


@dataclass(frozen=True)
class Event:
    """Base class of all events."""


@dataclass(frozen=True)
class Sit(Event):
    player: str
    name: str
    seat: int | None = None


@dataclass(frozen=True)
class Start(Event):
    """Fill the open seats with this bot and begin."""

    player: str
    bot: str


@dataclass(frozen=True)
class Begin(Event):
    """Deal the cards from a seed drawn by the system, or from that of a known deal.

    `actions` have been made already, if a game goes on from a position of another one. `bot_salt`
    is that of a known deal, so that bots choose there as they did: results are compared.
    """

    seed: int
    salt: str
    actions: Sequence[int] = ()
    bot_salt: str | None = None  # the salt, if None

    def __post_init__(self) -> None:
        object.__setattr__(self, "actions", tuple(self.actions))  # a list, when read from JSON


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
    """Seat another bot because this one failed or was too slow."""

    seat: int
    game: int
    ply: int
    reason: str


@dataclass(frozen=True)
class Flag(Event):
    """The seat to act has run out of time."""

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
    """`player` lets a bot play for `seat`; the caller has checked that the person is away."""

    player: str
    seat: int


@dataclass(frozen=True)
class Pace(Event):
    player: str
    pace_ms: int | None = None
    paused: bool | None = None


@dataclass(frozen=True)
class Abandon(Event):
    """Give up a table for good; it leaves no record."""

    player: str


@dataclass(frozen=True)
class Resign(Event):
    """Lose the game against bots: it ends at once, and its record says so."""

    player: str


@dataclass(frozen=True)
class Restart(Event):
    """The server was down; no clock ran meanwhile."""


KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}


def write(event: Event) -> str:
    return json.dumps({"kind": type(event).__name__} | dataclasses.asdict(event))


def read(text: str) -> Event:
    try:
        plain: dict[str, Any] = json.loads(text)
        return KINDS[plain.pop("kind")](**plain)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedTable(f"a stored event cannot be read: {error}") from None
