"""The hall: all tables of a server, who is around each of them, and what they want done.

An event goes one way: step (pure) -> on the disk -> told to everybody -> effects. A table is locked
meanwhile, so its events have one order; many tables share a commit. What fails on the way has
changed nothing. This file knows no socket: a Listener is whatever takes messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.core.errors import KibitzError
from kibitz.interfaces.web.faults import place_of
from kibitz.interfaces.web.limits import Limits
from kibitz.interfaces.web.pool import Pool
from kibitz.table import events, seal, step, think, undo
from kibitz.table.effects import Ask, Deal, Effect, Keep, Wake
from kibitz.table.errors import NotAway, NotPlaying, NotSeated, NotYourTurn, UnknownTable
from kibitz.table.projection import Around, project, record_id, summary
from kibitz.table.setup import Setup, find_bot
from kibitz.table.store import Store
from kibitz.table.table import Table

log = logging.getLogger("kibitz.web")

RETRY_SECONDS = 1.0  # after the disk has refused a bot's move
ID_BYTES = 9  # 72 random bits: who has not been told a table cannot guess it


class TooManyTables(KibitzError):
    """An address, or the server, has as many tables as it may have."""

    code = "too_many_tables"


class TooLong(KibitzError):
    """A game that goes on for longer than a table can tell of it."""

    code = "too_long"


class TooManySpectators(KibitzError):
    code = "too_many_spectators"


class Busy(KibitzError):
    """All thinkers are taken."""

    code = "busy"


class BotFailed(KibitzError):
    """The bot that was asked for a hint has failed."""

    code = "bot_failed"
    fault = "bot"


class Listener(Protocol):
    """Somebody who is told."""

    player: str | None

    def send(self, text: str) -> None: ...


@dataclass
class Room:
    """A table with who is around it. Nothing of this is kept."""

    table: Table
    address: str | None  # of who has set it up, if that was since the server started
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: dict[Listener, int | None] = field(default_factory=dict)  # with the last seq sent
    gone: dict[str, float] = field(default_factory=dict)  # when a person was last seen
    since: float = 0.0  # when the room was opened
    asking: tuple[Ask, asyncio.Task[None]] | None = None
    timer: asyncio.TimerHandle | None = None

    def here(self) -> set[str]:
        return {listener.player for listener in self.listeners if listener.player is not None}

    def spectators(self) -> int:
        seated = {seat.player for seat in self.table.seats if seat.player is not None}
        return sum(listener.player not in seated for listener in self.listeners)

    def around(self, now: float) -> Around:
        return Around(self.here(), self.spectators(), now)


class Hall:
    def __init__(
        self,
        store: Store,
        pool: Pool,
        limits: Limits | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.pool, self.now = store, pool, now
        self.limits = limits or Limits()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._hints = 0
        self.closed = False

    # Opening and closing ------------------------------------------------------------------------

    async def open(self) -> None:
        """Go on where the server was: every unfinished table, its clocks started anew."""
        for table_id in self.store.unfinished():
            try:
                table = self.store.load(table_id)
            except KibitzError as error:
                log.error("table %s is left alone: %s", table_id, error)
                continue
            assert table is not None
            self._rooms[table_id] = Room(table, None, since=self.now())
        await asyncio.gather(*map(self._go_on, self.rooms()))
        self._spawn(self._sweep_often())

    async def _go_on(self, room: Room) -> None:
        if room.table.status == "playing":
            await self.happen(room, events.Restart())
            return
        if room.table.status == "over":
            await self._keep_record(room.table)  # a crash may have come between
        self._carry_out(room, step.due(room.table))

    async def close(self) -> None:
        self.closed = True
        for room in self._rooms.values():
            self._stop(room)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pool.close()
        self.store.close()

    # Tables -------------------------------------------------------------------------------------

    def rooms(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    async def room(self, table_id: str) -> Room:
        """A table by its name; one that has left the memory is read again."""
        found = self._rooms.get(table_id)
        if found is not None:
            return found
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if table_id in self._rooms:
                    return self._rooms[table_id]
                table = await asyncio.to_thread(self.store.load, table_id)
                if table is None:
                    raise UnknownTable("there is no such table")
                if table_id in self._rooms:  # who waited before us was cut off
                    return self._rooms[table_id]
                room = self._rooms[table_id] = Room(table, None, since=self.now())
                if table.status != "over":
                    self.store.set_over(table_id, False)  # a restart must find it
                self._carry_out(room, step.due(table))
                return room
        finally:
            self._loading.pop(table_id, None)

    async def create(self, setup: Setup, player: str, name: str, address: str) -> Room:
        """A new table, kept."""
        checked = setup.check()
        unfinished = [r for r in self._rooms.values() if r.table.status != "over"]
        own = sum(room.address == address for room in unfinished)
        if own >= self.limits.tables_address_max or len(self._rooms) >= self.limits.tables_max:
            raise TooManyTables("there are too many tables; finish some first")
        table_id = secrets.token_urlsafe(ID_BYTES)
        table = step.create(table_id, checked, player, name, self.now())
        room = self._rooms[table_id] = Room(table, address, since=self.now())
        try:
            await asyncio.wrap_future(self.store.add_table(table, name))
        except BaseException:
            del self._rooms[table_id]
            raise
        self._carry_out(room, step.due(table))
        return room

    def tables(self, player: str | None) -> list[dict[str, Any]]:
        """One's own tables, then those that are listed; what moved last first."""

        def own(room: Room) -> bool:
            return room.table.seat_of(player) is not None or room.table.host == player

        shown = [room for room in self._rooms.values() if room.table.setup.listed or own(room)]
        shown.sort(key=lambda room: (not own(room), -room.table.moved))
        now = self.now()
        return [
            summary(room.table, player, room.around(now))
            for room in shown[: self.limits.tables_listed_max]
        ]

    # Events -------------------------------------------------------------------------------------

    async def happen(self, room: Room, event: events.Event) -> Table:
        """Let something happen: refused, or on the disk and told."""
        # A task of its own: if who asked goes away now, what is on the disk must still be told.
        table: Table = await asyncio.shield(self._spawn(self._happen(room, event)))
        return table

    async def _happen(self, room: Room, event: events.Event) -> Table:
        async with room.lock:
            now = self.now()
            moves = isinstance(event, (events.Act, events.BotActs))
            if moves and room.table.ply >= self.limits.plies_max:
                raise TooLong("this game has become too long for a table; it ends here")
            table, effects = step.step(room.table, event, now)
            if isinstance(event, events.Begin) and table.game > 1:
                self.store.set_over(table.id, False)  # it may have been put away
            await asyncio.wrap_future(self.store.append(table, event, now))
            room.table = table
            self.tell(room)
            self._carry_out(room, effects)
            return table

    def _carry_out(self, room: Room, effects: tuple[Effect, ...]) -> None:
        self._stop(room, unless=effects)
        if self.closed:
            return
        for effect in effects:
            match effect:
                case Deal():
                    self._spawn(self._deal(room))
                case Ask() if room.asking is None:
                    room.asking = (effect, self._spawn(self._ask(room, effect)))
                case Wake():
                    self._wake(room, effect)
                case Keep():
                    self._spawn(self._keep_record(room.table))

    def _stop(self, room: Room, unless: tuple[Effect, ...] = ()) -> None:
        """What was wanted before and is not any more."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.asking is not None and room.asking[0] not in unless:
            room.asking[1].cancel()
            room.asking = None

    async def _deal(self, room: Room) -> None:
        with contextlib.suppress(KibitzError):  # somebody left meanwhile, or it has begun
            await self.happen(room, events.Begin(*seal.draw()))

    async def _ask(self, room: Room, ask: Ask) -> None:
        """Let a bot think, and bring what it does; a bot that fails loses its seat."""
        asked = think.question(room.table, ask.bot)
        if ask.bot == step.LAST_RESORT:  # it must work when no process can be started
            await asyncio.sleep(max(0.0, ask.at - self.now()))
            await self._bot_moves(room, ask, think.answer(asked))
            return
        slow = asyncio.get_running_loop().call_later(
            self.limits.thinking_seconds, self._tell_thinking, room, ask
        )
        try:
            answer = await self.pool.ask(asked, self.limits.bot_seconds_max)
        finally:
            slow.cancel()
        await asyncio.sleep(max(0.0, ask.at - self.now()))
        await self._bot_moves(room, ask, answer)

    async def _bot_moves(self, room: Room, ask: Ask, answer: dict[str, Any]) -> None:
        if room.asking is None or room.asking[0] != ask:
            return
        room.asking = None
        event: events.Event = events.BotActs(ask.seat, ask.game, ask.ply, answer.get("action", -1))
        if "fault" in answer:
            # The code alone: what a bot says when it fails may name cards.
            event = events.Replace(ask.seat, ask.game, ask.ply, str(answer["fault"]))
            log.warning("bot %s failed at table %s: %s", ask.bot, room.table.id, answer["fault"])
        await self._bot_event(room, ask, event)

    async def _bot_event(self, room: Room, ask: Ask, event: events.Event) -> None:
        try:
            await self.happen(room, event)
        except KibitzError as error:
            if error.code == "illegal_action":
                replace = events.Replace(ask.seat, ask.game, ask.ply, error.code)
                await self._bot_event(room, ask, replace)
            elif error.code == "not_kept":
                log.error("table %s waits: %s", room.table.id, error)
                await asyncio.sleep(RETRY_SECONDS)
                await self._bot_event(room, ask, event)
            # else the position has changed meanwhile: the answer is worth nothing

    def _tell_thinking(self, room: Room, ask: Ask) -> None:
        told = {"type": "thinking", "table": room.table.id, "seat": ask.seat}
        self._send_all(room, told | {"bot": ask.bot, "ply": ask.ply})

    def _wake(self, room: Room, wake: Wake) -> None:
        async def ring() -> None:
            with contextlib.suppress(KibitzError):
                await self.happen(room, events.Flag(wake.game, wake.ply))

        delay = max(0.0, wake.at - self.now())
        loop = asyncio.get_running_loop()
        room.timer = loop.call_later(delay, lambda: self._spawn(ring()))

    async def _keep_record(self, table: Table) -> None:
        """A finished game goes to the records."""
        state = table.state
        assert state is not None
        about = {
            "seats": [seat.name for seat in table.seats],
            "bots": [seat.bot for seat in table.seats],
            "options": dict(table.setup.options),
            "outcome": state.outcome(),
            "returns": state.returns(),
            "plies": table.ply,
            "peeks": undo.peeks(table),
            "seed": str(table.seed),
            "salt": table.salt,
            "seal": seal.seal(table.seed, table.salt),
        }
        row = {
            "id": record_id(table),
            "table_id": table.id,
            "game": table.setup.game,
            "ended": table.moved,
            "record": str(state.record()),
            "about": json.dumps(about),
        }
        players = [seat.player for seat in table.seats if seat.player is not None]
        try:
            await asyncio.wrap_future(self.store.add_record(row, players))
        except KibitzError as error:  # the events are kept: the game itself is not lost
            log.error("the record of table %s was not kept: %s", table.id, error)

    # Who is around ------------------------------------------------------------------------------

    async def watch(self, room: Room, listener: Listener, since: int | None) -> None:
        """Tell somebody of a table from now on; first what they have missed."""
        async with room.lock:  # between two events, so that nothing is missed or told twice
            seated = room.table.seat_of(listener.player) is not None
            new = listener not in room.listeners
            if new and not seated and room.spectators() >= self.limits.spectators_max:
                raise TooManySpectators("too many people are watching this table")
            room.listeners[listener] = since
            self._tell_one(room, listener)
            if new:
                self._tell_presence(room)

    def unwatch(self, room: Room, listener: Listener) -> None:
        if room.listeners.pop(listener, 0) == 0:
            return
        if listener.player is not None and listener.player not in room.here():
            room.gone[listener.player] = self.now()
        self._tell_presence(room)

    def tell(self, room: Room) -> None:
        """Everybody around a table is told what it looks like to them now."""
        made: dict[tuple[Any, ...], str] = {}
        table, around = room.table, room.around(self.now())
        for listener, since in room.listeners.items():
            seat = table.seat_of(listener.player)
            key = (seat, listener.player == table.host, since)
            if key not in made:
                made[key] = json.dumps(project(table, listener.player, around, since))
            listener.send(made[key])
        for listener in room.listeners:
            room.listeners[listener] = table.seq

    def _tell_one(self, room: Room, listener: Listener) -> None:
        message = project(
            room.table, listener.player, room.around(self.now()), room.listeners[listener]
        )
        listener.send(json.dumps(message))
        room.listeners[listener] = room.table.seq

    def _tell_presence(self, room: Room) -> None:
        here = room.here()
        seats = [seat.kind == "bot" or seat.player in here for seat in room.table.seats]
        told = {"type": "presence", "table": room.table.id, "here": seats}
        self._send_all(room, told | {"spectators": room.spectators()})

    def _send_all(self, room: Room, message: dict[str, Any]) -> None:
        text = json.dumps(message)
        for listener in room.listeners:
            listener.send(text)

    async def take_over(self, room: Room, player: str, seat: int) -> Table:
        """A bot plays for somebody who has not been connected for a while."""
        if 0 <= seat < len(room.table.seats):
            who = room.table.seats[seat].player
            seen = self.now() if who in room.here() else room.gone.get(who or "", room.since)
            if self.now() - seen < self.limits.away_seconds:
                raise NotAway("they are at the table, or have only just left")
        return await self.happen(room, events.TakeOver(player, seat))

    # Hints --------------------------------------------------------------------------------------

    async def hint(self, room: Room, player: str | None, bot: str | None) -> dict[str, Any]:
        """What a bot would do on this person's turn, and why."""
        table = room.table
        seat = table.seat_of(player)
        if seat is None:
            raise NotSeated("you have no seat at this table")
        if table.status != "playing":
            raise NotPlaying("no game is under way")
        if table.on_turn != seat:
            raise NotYourTurn("ask when it is your turn")
        name = bot or table.setup.stand_in
        if find_bot(table.setup.game, name).oracle and not table.setup.open_cards:
            raise NotYourTurn(f"{name} sees all cards: it gives advice only where they are open")
        if self._hints >= self.limits.hints_max:
            raise Busy("all thinkers are taken; ask again in a moment")
        self._hints += 1
        try:
            asked = think.question(table, name, explain=True)
            answer = await self.pool.ask(asked, self.limits.hint_seconds_max)
        finally:
            self._hints -= 1
        if "fault" in answer:
            raise BotFailed(f"{name} has no advice: it failed ({answer['fault']})")
        return advice(table, name, answer)

    # Tidying ------------------------------------------------------------------------------------

    async def _sweep_often(self) -> None:
        while True:
            await asyncio.sleep(self.limits.sweep_seconds)
            self.sweep()

    def sweep(self) -> None:
        """Tables without anybody leave the memory; those that nobody goes on with are given up."""
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
                self._stop(room)
                del self._rooms[table.id]
                self.store.set_over(table.id, True)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, KibitzError):
            tell_failure(error)


def tell_failure(error: BaseException) -> None:
    """A fault of ours into the log."""
    log.error("our fault: %s", place_of(error))


def advice(table: Table, bot: str, answer: dict[str, Any]) -> dict[str, Any]:
    """The message `advice`, without `re`."""
    told = answer.get("explain", {})
    action, name = answer["action"], table.rules.action_name
    found = [c for c in told.get("candidates", []) if isinstance(c, dict) and "action" in c]
    visits = sum(c.get("visits") or 0 for c in found)
    candidates = [
        {
            "action": c["action"],
            "name": name(c["action"]),
            "share": (c.get("visits") or 0) / visits if visits else float(c["action"] == action),
            "value": c.get("value"),
            "visits": c.get("visits"),
        }
        for c in found
    ]
    if not any(c["action"] == action for c in candidates):
        certain = {"action": action, "name": name(action), "share": 1.0}
        candidates = [certain | {"value": None, "visits": None}]
    candidates.sort(key=lambda c: (c["share"], c["action"] == action), reverse=True)
    share = next(c["share"] for c in candidates if c["action"] == action)
    return {
        "type": "advice",
        "table": table.id,
        "game": table.game,
        "ply": table.ply,
        "bot": bot,
        "action": action,
        "name": name(action),
        "confidence": share,
        "candidates": candidates,
        "method": told.get("method"),
        "reward": told.get("reward"),
        "simulations": told.get("simulations"),
        "worlds": told.get("worlds"),
        "seconds": answer["seconds"],
        "explain": told,
    }
