"""A room: one table of the hall, and everyone around it. A room lives in memory only.

It sends what people see: a `table` message after every event, projected for each listener, and the
small messages without a `seq`. It does not know about sockets: a Listener is anything that accepts
messages.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.table.effects import Ask
from kibitz.table.events import Act
from kibitz.table.projection import Around, project
from kibitz.table.table import Table


class Listener(Protocol):
    """A player at a table, or a spectator."""

    player: str | None

    def send(self, text: str) -> None: ...


@dataclass
class Room:
    table: Table
    address: str | None  # of its creator; None if the table is older than this server process
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: dict[Listener, int | None] = field(default_factory=dict)  # to the last seq sent
    gone: dict[str, float] = field(default_factory=dict)  # when a person was last seen
    since: float = 0.0  # when the room was opened
    away_seconds: float = 0.0  # a bot may play for a person who has been gone this long
    asking: tuple[Ask, asyncio.Task[None]] | None = None
    preparing: bool = False  # the review of this match, deal by deal
    timer: asyncio.TimerHandle | None = None
    accepted: set[tuple[Act, int | None]] = field(default_factory=set)  # this game's, with their id

    # Who is around ------------------------------------------------------------------------------

    def here(self) -> set[str]:
        return {listener.player for listener in self.listeners if listener.player is not None}

    def spectators(self) -> int:
        seated = {seat.player for seat in self.table.seats if seat.player is not None}
        return sum(listener.player not in seated for listener in self.listeners)

    def around(self, now: float) -> Around:
        return Around(self.here(), self.spectators(), now, self.take_over_at())

    def take_over_at(self) -> dict[str, float]:
        """Return from when on a bot may play for each seated person who is disconnected."""
        here = self.here()
        seated = {seat.player for seat in self.table.seats if seat.player is not None} - here
        return {who: self.gone.get(who, self.since) + self.away_seconds for who in seated}

    # What they see ------------------------------------------------------------------------------

    def show(self, now: float) -> None:
        """Send everyone the table as they see it now."""
        made: dict[tuple[Any, ...], str] = {}
        table, around = self.table, self.around(now)
        for listener, since in self.listeners.items():
            seat = table.seat_of(listener.player)
            key = (seat, listener.player == table.host, since)
            if key not in made:
                made[key] = json.dumps(project(table, listener.player, around, since))
            listener.send(made[key])
        for listener in self.listeners:
            self.listeners[listener] = table.seq

    def show_one(self, listener: Listener, now: float) -> None:
        since = self.listeners[listener]
        listener.send(json.dumps(project(self.table, listener.player, self.around(now), since)))
        self.listeners[listener] = self.table.seq

    def show_presence(self) -> None:
        here = self.here()
        seats = [seat.kind == "bot" or seat.player in here for seat in self.table.seats]
        free = self.take_over_at()
        at = [free.get(seat.player or "") for seat in self.table.seats]
        self._send_all("presence", here=seats, spectators=self.spectators(), take_over_at=at)

    def show_emote(self, seat: int, emote: str) -> None:
        self._send_all("emoted", seat=seat, emote=emote)

    def show_thinking(self, ask: Ask) -> None:
        """Tell everyone that a bot is still thinking."""
        self._send_all("thinking", seat=ask.seat, bot=ask.bot, ply=ask.ply)

    def _send_all(self, kind: str, **fields: Any) -> None:
        text = json.dumps({"type": kind, "table": self.table.id} | fields)
        for listener in self.listeners:
            listener.send(text)
