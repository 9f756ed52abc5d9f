"""A table: one value that step.py turns into the next. It holds the State, so it is secret.

What others get of it is made by projection.py. A State inside is never changed: step.py copies it
before it acts. Views are made once and kept with the table that they are of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from kibitz.core.events import Event as GameEvent
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.table.games import look, public_history
from kibitz.table.setup import Setup

Status = Literal["waiting", "playing", "over"]


@dataclass(frozen=True)
class Seat:
    """Who sits there. A person who is away is played by the bot beside the name."""

    kind: Literal["person", "bot", "open"]
    player: str | None = None  # the public name of a person
    name: str = ""
    bot: str | None = None
    away: bool = False

    @property
    def plays_itself(self) -> bool:
        """Whether a person decides here."""
        return self.kind == "person" and not self.away


class Note(NamedTuple):
    """Something that happened beside the game."""

    seq: int
    kind: str
    seat: int | None
    name: str | None
    text: str
    ply: int
    at: float


class Mark(NamedTuple):
    """Where the game was when the table had a number: for who comes back."""

    game: int
    ply: int
    notes: int


@dataclass(frozen=True)
class Table:
    id: str
    setup: Setup
    host: str  # the public name of who has set it up
    created: float
    seats: tuple[Seat, ...]
    seq: int = 0
    status: Status = "waiting"
    game: int = 0  # how many have begun
    state: State | None = field(default=None, repr=False)
    seed: int = field(default=0, repr=False)
    salt: str = field(default="", repr=False)
    ply: int = 0  # actions of this game so far
    marks: tuple[Mark, ...] = field(default=(), repr=False)  # by seq, from 0
    notes: tuple[Note, ...] = field(default=(), repr=False)
    left: tuple[float, ...] = ()  # seconds of each seat, where there is a clock
    turn_at: float = 0.0  # when the seat on turn began to think
    moved: float = 0.0  # when something last happened
    pace_ms: int = 0
    paused: bool = False
    undo: int | None = None  # the seat that asks to take back
    agreed: frozenset[int] = frozenset()  # seats that agree to it
    rematch: frozenset[int] = frozenset()

    @property
    def rules(self) -> Game:
        return self.setup.rules()

    @property
    def on_turn(self) -> int | None:
        """The seat to act."""
        if self.status != "playing" or self.state is None or self.state.player < 0:
            return None
        return self.state.player

    def seat_of(self, player: str | None) -> int | None:
        if player is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat.player == player), None)

    def persons(self) -> list[int]:
        """The seats where a person decides."""
        return [i for i, seat in enumerate(self.seats) if seat.plays_itself]

    def names(self) -> list[str]:
        """What a story calls each seat: who sits there, told apart where two have one name."""
        given = [seat.name for seat in self.seats]
        label = look(self.setup.game).seat_label
        return [
            name if name and given.count(name) == 1 else f"{name or 'nobody'} ({label(i)})"
            for i, name in enumerate(given)
        ]

    def view(self, seat: int) -> View:
        """What a seat may know, made once."""
        assert self.state is not None
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[int, View]:
        return {}

    @cached_property
    def public(self) -> tuple[GameEvent, ...]:
        """The history as a spectator saw it."""
        return public_history(self.view(0))

    def history(self, seat: int | None) -> tuple[GameEvent, ...]:
        return self.public if seat is None else self.view(seat).history

    def history_length(self, seat: int | None, ply: int) -> int:
        """How long the history of a seat, or of a spectator, was after so many actions."""
        if ply == self.ply:
            return len(self.history(seat))
        assert self.state is not None
        happened = self.state.events
        left = self.ply - ply  # from the end, because it is never far
        for place in range(len(happened) - 1, -1, -1):
            left -= happened[place].kind == "action"
            if left == 0:
                return look(self.setup.game).count(self.rules, happened[:place], seat)
        raise AssertionError("more plies than actions")
