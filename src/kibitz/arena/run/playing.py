"""Play tables and write each finished game as a row of the store: what every worker does.

Tables of native players go to the native engine, many at a time; others are played one by one, and
a bot's fault is its loss. Both give the same games for the same seeds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kibitz.arena import match, native
from kibitz.arena.plan import schedule
from kibitz.arena.plan.entry import Entry
from kibitz.arena.plan.schedule import ScheduledGame, Seating
from kibitz.arena.store import rows
from kibitz.arena.store.rows import GameRow, table_game
from kibitz.bots.bot import Bot
from kibitz.bots.method import Native
from kibitz.core import engine
from kibitz.core.game import Game

FLUSH_SECONDS = 0.02  # minimum wall time between deliveries of finished games
LOTS_A_SECOND = 500  # over all workers: what the writing process can handle
NATIVE_GAMES = 2048  # per call of the native engine


class Playing:
    """Plays the units of one match, reusing its bots from game to game."""

    def __init__(self, message: dict[str, Any]) -> None:
        self.schedule = schedule.read(message["schedule"])
        self.name, self.options = message["game"], message["options"]
        self.entries = [Entry.of_message(self.name, entry) for entry in message["entries"]]
        self.flush_seconds = max(FLUSH_SECONDS, message.get("workers", 1) / LOTS_A_SECOND)
        self._games: dict[int, Game] = {}  # by seats
        self._bots: list[list[Bot]] = [[] for _ in self.entries]
        self._seatings: dict[Seating, bool] = {}  # whether all of them are native
        self._native: dict[int, dict[int, Native]] = {}  # by seats

    def play(self, units: Sequence[int], done: set[int]) -> Iterator[list[GameRow]]:
        """Play the games of these units except those numbered in `done`, in small lots."""
        begin, lot, waiting = time.monotonic(), list[GameRow](), list[ScheduledGame]()
        for table in (table for unit in units for table in self.schedule.tables(unit)):
            if table.number in done:
                continue
            if self._is_native(table.seats):
                waiting.append(table)
            else:
                lot.append(self._one(table))
            if len(waiting) == NATIVE_GAMES:
                lot += self._many(waiting)
                waiting = []
            if lot and time.monotonic() - begin >= self.flush_seconds:
                yield lot
                begin, lot = time.monotonic(), []
        lot += self._many(waiting)
        if lot:
            yield lot

    @property
    def all_native(self) -> bool:
        """Whether every entrant is a native player and the game has a native engine."""
        return engine.has_twin(self.name) and all(e.native is not None for e in self.entries)

    def close(self) -> None:
        for bots in self._bots:
            for bot in bots:
                bot.close()

    def _game(self, seats: int) -> Game:
        if seats not in self._games:
            self._games[seats] = table_game(self.name, self.options, seats)
        return self._games[seats]

    def _is_native(self, seats: Seating) -> bool:
        if seats not in self._seatings:
            players = self._native_players(len(seats))
            self._seatings[seats] = all(place in players for place in seats)
        return self._seatings[seats]

    def _native_players(self, seats: int) -> dict[int, Native]:
        """Return the entrants that the native engine plays, by their index."""
        if seats not in self._native:
            known = native.players(self._game(seats)) if engine.has_twin(self.name) else []
            self._native[seats] = {
                place: entry.native
                for place, entry in enumerate(self.entries)
                if entry.native is not None and entry.native.policy in known
            }
        return self._native[seats]

    def _one(self, table: ScheduledGame) -> GameRow:
        seen: dict[int, int] = {}
        seated = []
        for place in table.seats:
            number = seen[place] = seen.get(place, -1) + 1
            bots = self._bots[place]
            if number == len(bots):
                bots.append(self.entries[place].bot())
            seated.append(bots[number])
        played = match.play(self._game(len(table.seats)), seated, table.seed, forfeits=True)
        forfeit = played.forfeit
        return (
            *_head(table),
            rows.numbers(tuple(played.returns)),
            rows.numbers(tuple(played.outcome)),
            " ".join(map(str, played.moves)),
            rows.seconds_text(played.seconds),
            rows.actions_text(played.record["actions"]),
            *((None,) * 3 if forfeit is None else (forfeit.seat, forfeit.reason, forfeit.message)),
        )

    def _many(self, tables: Sequence[ScheduledGame]) -> list[GameRow]:
        found: list[GameRow] = []
        for size in sorted({len(table.seats) for table in tables}):
            found += self._many_of_size([t for t in tables if len(t.seats) == size], size)
        return found

    def _many_of_size(self, tables: Sequence[ScheduledGame], size: int) -> list[GameRow]:
        players = self._native_players(size)
        place_of = {place: i for i, place in enumerate(players)}
        seating = [[place_of[place] for place in table.seats] for table in tables]
        seeds = np.array([table.seed for table in tables], dtype=np.uint64)
        begin = time.process_time()
        names = list(players.values())
        played = native.play_many(self._game(size), names, seating, seeds, keep=True)
        cpu = time.process_time() - begin
        assert played.actions is not None
        assert played.moves is not None
        assert played.seconds is not None
        # The engine measures wall time, which a busy machine stretches: it gives the shares of the
        # CPU time.
        wall = float(played.seconds.sum())
        seconds = (played.seconds * (cpu / wall if wall > 0 else 0.0)).tolist()
        arrays = (played.returns, played.outcome, played.moves)
        returns, outcome, moves = (array.tolist() for array in arrays)
        return [
            (
                *_head(table),
                rows.numbers(tuple(returns[i])),
                rows.numbers(tuple(outcome[i])),
                " ".join(map(str, moves[i])),
                rows.seconds_text(seconds[i]),
                rows.actions_text(played.actions[i]),
                None,
                None,
                None,
            )
            for i, table in enumerate(tables)
        ]


def _head(table: ScheduledGame) -> tuple[Any, ...]:
    """Return the first values of COLUMNS, which the schedule determines."""
    seats = rows.places_text(table.seats)
    return table.number, table.unit, table.size, seats, rows.signed(table.seed)
