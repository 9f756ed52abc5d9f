"""The hall: all tables of a server, the people around them, and the events they cause.

Every event takes the same path: step (pure) -> disk -> everyone at the table -> effects. The table
is locked meanwhile, so its events have a single order; many tables share a commit. An event that
fails along the way changes nothing. A bot's move is an effect too: a worker process computes it.

Several processes can share a store (together.py): a table is held by one of them, and the others
pass messages about it on (relay.py).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from kibitz.core.errors import KibitzError
from kibitz.search.simulation import has_dice
from kibitz.server import steady_clock
from kibitz.server.effects import Effects
from kibitz.server.error_log import log_failure
from kibitz.server.limits import Limits
from kibitz.server.metrics import Meter
from kibitz.server.room import Listener, Room
from kibitz.server.together import Together, Turns
from kibitz.table import admission, events, seal, step
from kibitz.table.admission import Sent
from kibitz.table.claims import Elsewhere
from kibitz.table.errors import BadSetup, NotAway, StaleMove, UnknownTable
from kibitz.table.projection import Around, summary
from kibitz.table.setup import Setup
from kibitz.table.store import NotKept, Store
from kibitz.table.table import Table
from kibitz.workers.worker_pool import WorkerPool

log = logging.getLogger("kibitz.web")

DAILY_BYTES = 16
ID_BYTES = 9  # 72 random bits: a table's id cannot be guessed


class TooManyTables(KibitzError):
    """An address, a connection or the server has reached its limit of tables."""

    code = "too_many_tables"


class GameTooLong(KibitzError):
    """A game has reached the limit of moves."""

    code = "game_too_long"


class TooManySpectators(KibitzError):
    """A table has reached its limit of spectators."""

    code = "too_many_spectators"


class Hall:
    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        limits: Limits | None = None,
        now: Callable[[], float] = steady_clock.now,
        meter: Meter | None = None,
        together: Together | None = None,
    ) -> None:
        self.store, self.pool, self.now = store, pool, now
        self.together = together  # None: this process is alone
        self.meter = meter or Meter()
        self.limits = limits or Limits()
        self._rooms: dict[str, Room] = {}
        self._turns = Turns()  # to load or release a table
        self._tasks: set[asyncio.Task[Any]] = set()
        self._effects = Effects(
            store, pool, self.limits, now, self.happen, self._first_deal, self._spawn
        )

    # Opening and closing ------------------------------------------------------------------------

    async def open(self) -> None:
        """Resume every unfinished table after a restart, with its clocks restarted."""
        if self.together is None:
            for table_id in self.store.unfinished():
                self._resume(table_id)
            await asyncio.gather(*map(self._go_on, self.rooms()))
        else:
            await self.together.look(self._adopt)
            self._spawn(self.together.look_often(self._adopt))
        self._spawn(self._sweep_often())

    def _resume(self, table_id: str) -> Room | None:
        """Load a table that another process left; None if it cannot be loaded."""
        try:
            table = self.store.load(table_id)
        except KibitzError as error:
            log.error("table %s could not be loaded and was skipped: %s", table_id, error)
            return None
        assert table is not None
        room = self._rooms[table_id] = Room(
            table, None, since=self.now(), away_seconds=self.limits.away_seconds
        )
        return room

    async def _adopt(self, table_id: str) -> None:
        """Take over a table that no living process holds."""
        async with self._turns.of(table_id):
            if table_id in self._rooms or self.together is None:
                return
            try:
                await self.together.claim(table_id)
            except Elsewhere:  # another process was faster
                return
            room = self._resume(table_id)
            if room is not None:
                await self._go_on(room)

    async def _go_on(self, room: Room) -> None:
        if room.table.status == "playing":
            await self.happen(room, events.Restart())
            return
        if room.table.status == "over":
            self._spawn(self._effects.keep_record(room.table))  # a crash may have prevented it
        self._effects.carry_out(room, step.due(room.table))

    async def close(self) -> None:
        self._effects.closed = True
        for room in self._rooms.values():
            self._effects.stop(room)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pool.close()
        if self.together is not None:
            await self.together.close()
        self.store.close()

    # Tables -------------------------------------------------------------------------------------

    def rooms(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    async def room(self, table_id: str) -> Room:
        """Return a table by its id, loading it from the store if necessary.

        Raise Elsewhere if another process holds it.
        """
        found = self._rooms.get(table_id)
        if found is not None:
            return found
        async with self._turns.of(table_id):
            if table_id in self._rooms:
                return self._rooms[table_id]
            if self.together is not None:
                await self.together.claim(table_id)
            table = await asyncio.to_thread(self.store.load, table_id)
            if table is None:
                raise UnknownTable("there is no such table")
            if table_id in self._rooms:  # loaded by a request that was cancelled meanwhile
                return self._rooms[table_id]
            room = self._rooms[table_id] = Room(
                table, None, since=self.now(), away_seconds=self.limits.away_seconds
            )
            if table.status != "over":
                self.store.set_over(table_id, False)  # so that a restart finds it
            self._effects.carry_out(room, step.due(table))
            return room

    async def look(self, table_id: str) -> tuple[Table, Around]:
        """Return a table to read, also one that another process holds, and who is around it."""
        try:
            room = await self.room(table_id)
        except Elsewhere:
            table = await asyncio.to_thread(self.store.load, table_id)
            if table is None:
                raise UnknownTable("there is no such table") from None
            return table, Around(set(), 0, self.now(), {})  # only its holder knows who is there
        return room.table, room.around(self.now())

    async def create(self, setup: Setup, player: str, name: str, address: str) -> Room:
        """Create a table and store it."""
        checked = (await self._with_origin(setup)).check()
        unfinished = [r for r in self._rooms.values() if r.table.status != "over"]
        own = sum(room.address == address for room in unfinished)
        if own >= self.limits.tables_address_max or len(self._rooms) >= self.limits.tables_max:
            raise TooManyTables("there are too many tables; finish some first")
        table_id = secrets.token_urlsafe(ID_BYTES)
        table = step.create(table_id, checked, player, name, self.now())
        room = self._rooms[table_id] = Room(
            table, address, since=self.now(), away_seconds=self.limits.away_seconds
        )
        try:
            if self.together is not None:
                await self.together.add(table_id)
            await asyncio.wrap_future(self.store.add_table(table, name))
        except BaseException:
            del self._rooms[table_id]
            raise
        log.info("table created", extra={"game": checked.game})
        self._effects.carry_out(room, step.due(table))
        return room

    async def _with_origin(self, setup: Setup) -> Setup:
        """Take the options of the game that is played again; refuse what does not fit it."""
        origin = setup.origin
        if origin is None or origin.record is None:
            return setup
        row = await asyncio.to_thread(self.store.record, origin.record)
        if row is None or row["game"] != setup.game:
            raise BadSetup("there is no such finished game of this kind")
        about = json.loads(row["about"])
        if origin.ply > 0 and origin.ply >= about["plies"]:
            raise BadSetup("the game is over at that position")
        return replace(setup, options=about["options"])

    async def _first_deal(self, table: Table) -> events.Begin:
        """Return the deal of a table's next game: a fresh one, or a known one for the first."""
        origin = table.setup.origin
        seed, salt = seal.draw()
        if origin is None or table.game > 0:
            return events.Begin(seed, salt)
        if origin.day is not None:
            seed = self.daily_seed(table.setup.game, origin.day)
            return events.Begin(seed, salt, bot_salt=origin.day)
        row = await asyncio.to_thread(self.store.record, origin.record or "")
        assert row is not None, "checked when the table was created; records are never deleted"
        actions = json.loads(row["record"])["actions"][: origin.ply]
        about = json.loads(row["about"])
        bot_salt = about.get("bot_salt", about["salt"])  # games of older versions lack it
        return events.Begin(int(about["seed"]), salt, actions, bot_salt)

    def daily_seed(self, game: str, day: str) -> int:
        """Return the seed of a day's deal: the same for all, and known to nobody before."""
        secret = self.store.setting("daily", lambda: secrets.token_hex(DAILY_BYTES))
        key = hashlib.sha256(f"daily:{secret}:{game}:{day}".encode()).digest()
        return int.from_bytes(key, "big")

    def tables(self, player: str | None) -> list[dict[str, Any]]:
        """Return the player's own tables, then the listed ones, the most recent first."""

        def own(room: Room) -> bool:
            return room.table.seat_of(player) is not None or room.table.host == player

        def alive(room: Room) -> bool:
            """Whether strangers should see it: someone is there, or was a short while ago."""
            return bool(room.listeners) or now - room.table.moved < self.limits.listed_seconds

        now = self.now()
        shown = [
            room
            for room in self._rooms.values()
            if not room.table.abandoned and (own(room) or (room.table.setup.listed and alive(room)))
        ]
        shown.sort(key=lambda room: (not own(room), -room.table.moved))
        return [
            summary(room.table, player, room.around(now))
            for room in shown[: self.limits.tables_listed_max]
        ]

    async def all_tables(
        self, player: str | None, token: str | None, address: str
    ) -> list[dict[str, Any]]:
        """Return the tables of all processes that share the store."""
        found = self.tables(player)
        if self.together is None:
            return found
        found += await self.together.tables(token, address)
        found.sort(key=lambda one: (one["your_seat"] is None, -one["moved"]))
        return found[: self.limits.tables_listed_max]

    # Events -------------------------------------------------------------------------------------

    async def happen(
        self, room: Room, event: events.Event, check: Callable[[], None] | None = None
    ) -> Table:
        """Apply an event: it is either refused, or written to disk and sent to everyone.

        `check` may refuse it once the table is locked.
        """
        # A separate task: even if the caller is cancelled, a stored event must be sent out.
        table: Table = await asyncio.shield(self._spawn(self._happen(room, event, check)))
        return table

    async def move(self, room: Room, act: events.Act, sent: Sent) -> Table:
        """Apply a person's move, unless it is a message that was accepted before an undo."""
        message = (act, sent.request)

        def check() -> None:
            admission.check_fresh(room.table, sent)
            if sent.seq is None and message in room.accepted:
                raise StaleMove("this very message was accepted before; the move was undone since")

        table = await self.happen(room, act, check)
        room.accepted.add(message)
        return table

    async def _happen(
        self, room: Room, event: events.Event, check: Callable[[], None] | None
    ) -> Table:
        async with room.lock:
            now = self.now()
            admission.check(room.table, event, self.limits.budget)
            if check is not None:
                check()
            moves = isinstance(event, (events.Act, events.BotActs))
            if moves and room.table.ply >= self.limits.plies_max:
                raise GameTooLong("this game has reached the limit of moves and cannot continue")
            table, effects = step.step(room.table, event, now)
            if isinstance(event, events.Begin):
                room.accepted.clear()
            if isinstance(event, events.Begin) and table.game > 1:
                self.store.set_over(table.id, False)  # the table may have been swept
            try:
                await self._store(table, event, now)
            except NotKept:
                await self._catch_up(room)
                raise
            if table.abandoned:
                self.store.set_over(table.id, True)  # a restart need not resume it
            dealt = _has_new_deal(room.table, table)
            room.table = table
            room.show(self.now())
            if dealt and table.persons() and not room.preparing:
                self._spawn(self._effects.prepare_review(room))
            self._effects.carry_out(room, effects)
            return table

    async def _store(self, table: Table, event: events.Event, now: float) -> None:
        begun = time.monotonic()
        try:
            await asyncio.wrap_future(self.store.append(table, event, now))
        except NotKept:
            self.meter.not_stored()
            raise
        self.meter.stored(type(event).__name__, time.monotonic() - begun)

    async def _catch_up(self, room: Room) -> None:
        """Take the store's word after a refused write: it may have the event, or another one.

        A connection can break after a commit; and a process that was thought dead can write once
        more.
        """
        try:
            table = await asyncio.to_thread(self.store.load, room.table.id)
        except KibitzError:
            return
        if table is not None and table.seq > room.table.seq:
            room.table = table
            room.show(self.now())
            self._effects.carry_out(room, step.due(table))

    # Who is around ------------------------------------------------------------------------------

    async def watch(self, room: Room, listener: Listener, since: int | None) -> None:
        """Send a listener all events of a table from now on, starting with those missed."""
        async with room.lock:  # between two events, so nothing is missed or sent twice
            seated = room.table.seat_of(listener.player) is not None
            new = listener not in room.listeners
            if new and not seated and room.spectators() >= self.limits.spectators_max:
                raise TooManySpectators("too many people are watching this table")
            room.listeners[listener] = since
            room.show_one(listener, self.now())
            if new:
                room.show_presence()

    def unwatch(self, room: Room, listener: Listener) -> None:
        if room.listeners.pop(listener, 0) == 0:
            return
        if listener.player is not None and listener.player not in room.here():
            room.gone[listener.player] = self.now()
        room.show_presence()

    async def take_over(self, room: Room, player: str, seat: int) -> Table:
        """Let a bot play for a person who has been disconnected for a while."""
        if 0 <= seat < len(room.table.seats):
            who = room.table.seats[seat].player
            seen = self.now() if who in room.here() else room.gone.get(who or "", room.since)
            if self.now() - seen < self.limits.away_seconds:
                raise NotAway("this player is still at the table, or has only just left")
        return await self.happen(room, events.TakeOver(player, seat))

    # Tidying ------------------------------------------------------------------------------------

    async def _sweep_often(self) -> None:
        while True:
            await asyncio.sleep(self.limits.sweep_seconds)
            self.sweep()

    def sweep(self) -> None:
        """Unload tables that nobody attends, and abandon those not continued for a long time."""
        limits, now = self.limits, self.now()
        patience = {
            "over": limits.idle_over_seconds,
            "waiting": limits.idle_waiting_seconds,
            "playing": limits.idle_playing_seconds,
        }
        for room in self.rooms():
            table = room.table
            if room.listeners or room.lock.locked() or room.asking is not None:
                continue
            if now - max(table.moved, room.since) > patience[table.status]:
                self._effects.stop(room)
                del self._rooms[table.id]
                over = self.store.set_over(table.id, True)
                if self.together is not None:
                    self._spawn(self._release(self.together, table.id, over))

    async def _release(self, together: Together, table_id: str, over: Future[None]) -> None:
        """Give an unloaded table back, unless somebody has asked for it meanwhile."""
        await asyncio.wrap_future(over)
        async with self._turns.of(table_id):
            if table_id not in self._rooms:
                await together.release(table_id)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, KibitzError):
            log_failure(error)


def _has_new_deal(before: Table, after: Table) -> bool:
    """Whether a deal of a match has ended and the next one been dealt."""
    old, new = before.state, after.state
    if old is None or new is None or before.game != after.game or has_dice(new.game):
        return False
    return len(new.chance) > len(old.chance) > 0
