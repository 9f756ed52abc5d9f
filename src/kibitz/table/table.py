"""A table: one immutable value that step.py turns into the next. It holds the State and is secret.

projection.py derives what others may see of it. The State inside is never modified: step.py copies
it before acting. Views are computed once and cached with their table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from kibitz.core.events import Event as GameEvent
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.table.games import look, public_history
from kibitz.table.log import Log
from kibitz.table.setup import Setup

Status = Literal["waiting", "playing", "over"]


@dataclass(frozen=True)
class Seat:
    """Who sits there. The bot beside the name plays for a person who is away."""

    kind: Literal["person", "bot", "open"]
    player: str | None = None  # public name of a person
    name: str = ""
    bot: str | None = None
    away: bool = False

    @property
    def plays_itself(self) -> bool:
        """Whether a person plays this seat."""
        return self.kind == "person" and not self.away


class Note(NamedTuple):
    """Something that happened besides the game."""

    seq: int
    kind: str
    seat: int | None
    name: str | None
    text: str
    ply: int
    at: float


class Mark(NamedTuple):
    """Where the game was at each `seq`, for clients that reconnect."""

    game: int
    ply: int
    notes: int


@dataclass(frozen=True)
class Table:
    id: str
    setup: Setup
    host: str  # public name of the person who set it up
    created: float
    seats: tuple[Seat, ...]
    seq: int = 0
    status: Status = "waiting"
    game: int = 0  # number of games begun
    state: State | None = field(default=None, repr=False)
    seed: int = field(default=0, repr=False)
    salt: str = field(default="", repr=False)
    bot_salt: str = field(default="", repr=False)  # for the seeds of its bots
    ply: int = 0  # actions of this game so far
    marks: Log[Mark] = field(default_factory=Log, repr=False)  # by seq, from 0
    notes: Log[Note] = field(default_factory=Log, repr=False)
    asides: Mapping[str, int] = field(default_factory=dict, repr=False)  # see admission.py
    undone: int = 0  # the `seq` of the last undo; 0 if there was none
    left: tuple[float, ...] = ()  # seconds left for each seat, if there is a clock
    turn_at: float = 0.0  # when the seat to act began to think
    moved: float = 0.0  # when something last happened
    pace_ms: int = 0
    paused: bool = False
    undo: int | None = None  # the seat that asks to undo
    agreed: frozenset[int] = frozenset()  # seats that agree to it
    rematch: frozenset[int] = frozenset()
    abandoned: bool = False  # given up: over without a result
    resigned: int | None = None  # the seat that lost this game by resigning

    @property
    def rules(self) -> Game:
        return self.setup.rules()

    @property
    def on_turn(self) -> int | None:
        """Return the seat to act."""
        if self.status != "playing" or self.state is None or self.state.player < 0:
            return None
        return self.state.player

    def seat_of(self, player: str | None) -> int | None:
        if player is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat.player == player), None)

    def persons(self) -> list[int]:
        """Return the seats that people play."""
        return [i for i, seat in enumerate(self.seats) if seat.plays_itself]

    def names(self) -> list[str]:
        """Name each seat for the story: its occupant, with the seat's label where names clash."""
        given = [seat.name for seat in self.seats]
        label = look(self.setup.game).seat_label
        return [
            name if name and given.count(name) == 1 else f"{name or 'nobody'} ({label(i)})"
            for i, name in enumerate(given)
        ]

    def outcome(self) -> list[float]:
        """Return the shares of the win; those who did not resign share it."""
        assert self.state is not None
        if self.resigned is None:
            return self.state.outcome()
        lost = self.rules.side(self.resigned)
        won = len(self.seats) - len(lost)
        return [0.0 if seat in lost else 1 / won for seat in range(len(self.seats))]

    def returns(self) -> list[float]:
        """Return the points of each seat, as far as the game went."""
        assert self.state is not None
        return self.state.returns() if self.resigned is None else self.state.scores()

    def view(self, seat: int) -> View:
        """Return what a seat may know, computed once."""
        assert self.state is not None
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[int, View]:
        return {}

    @cached_property
    def public(self) -> tuple[GameEvent, ...]:
        """Return the history as a spectator saw it."""
        return public_history(self.view(0))

    @cached_property
    def last_deal(self) -> dict[str, Any] | None:
        """Return how the latest finished deal scored; all of it is public."""
        return None if self.state is None else look(self.setup.game).deal_summary(self.view(0))

    def history(self, seat: int | None) -> tuple[GameEvent, ...]:
        return self.public if seat is None else self.view(seat).history

    def history_length(self, seat: int | None, ply: int) -> int:
        """Return how long the history of a seat, or of a spectator, was after `ply` actions."""
        if ply == self.ply:
            return len(self.history(seat))
        assert self.state is not None
        happened = self.state.events
        left = self.ply - ply  # count from the end: `ply` is recent
        for place in range(len(happened) - 1, -1, -1):
            left -= happened[place].kind == "action"
            if left == 0:
                return look(self.setup.game).count(self.rules, happened[:place], seat)
        raise AssertionError("more plies than actions")


def note(
    table: Table, kind: str, now: float, seat: int | None, name: str | None, text: str
) -> Table:
    """Return the table with one more note."""
    added = Note(table.seq, kind, seat, name, text, table.ply, now)
    return replace(table, notes=table.notes.add(added))
