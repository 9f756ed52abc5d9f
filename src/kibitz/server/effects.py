"""What follows an event at a table: deals, bots' moves, clocks, records.

A step of a table (table/step.py) is pure and only names its effects; here they happen. An effect
ends in another event, which takes the same path as any other, or in a record on disk. What the
server itself must do is repeated until the disk takes it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from kibitz.bots import times
from kibitz.core.errors import KibitzError
from kibitz.server.limits import Limits
from kibitz.server.room import Room
from kibitz.table import bot_move, events, step
from kibitz.table.effects import Ask, Deal, Effect, Keep, Wake
from kibitz.table.finished import record_row
from kibitz.table.setup import find_bot
from kibitz.table.store import NotKept, Store
from kibitz.table.table import Table
from kibitz.workers.worker_pool import LONG, NORMAL, SHORT, WorkerPool, asked_by

log = logging.getLogger("kibitz.web")


class Effects:
    """Carries out effects for the hall, which lends it `happen`, `first_deal` and `spawn`."""

    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        limits: Limits,
        now: Callable[[], float],
        happen: Callable[[Room, events.Event], Awaitable[Table]],
        first_deal: Callable[[Table], Awaitable[events.Begin]],
        spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[Any]],
    ) -> None:
        self._store, self._pool, self._limits, self._now = store, pool, limits, now
        self._happen, self._first_deal, self._spawn = happen, first_deal, spawn
        self.closed = False

    def carry_out(self, room: Room, effects: tuple[Effect, ...]) -> None:
        self.stop(room, unless=effects)
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
                    self._spawn(self.keep_record(room.table))

    def stop(self, room: Room, unless: tuple[Effect, ...] = ()) -> None:
        """Cancel the timer and the bot's question, except a question still wanted."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.asking is not None and room.asking[0] not in unless:
            room.asking[1].cancel()
            room.asking = None

    async def _deal(self, room: Room) -> None:
        # Otherwise someone left meanwhile, or the game has begun.
        begin = await self._first_deal(room.table)
        await self._insist(room, lambda: self._happen(room, begin))

    async def _insist(self, room: Room, act: Callable[[], Awaitable[Any]]) -> None:
        """Do what the server itself must do, again and again until the disk takes it."""
        while True:
            try:
                await act()
            except KibitzError as error:
                if error.code != NotKept.code:
                    return
                log.error("table %s: retrying after: %s", room.table.id, error)
                await asyncio.sleep(self._limits.retry_seconds)
            else:
                return

    async def _ask(self, room: Room, ask: Ask) -> None:
        """Ask a bot for its move and play it; a bot that fails is replaced."""
        event: events.Event
        try:
            action = await self._choice(room, ask)
            event = events.BotActs(ask.seat, ask.game, ask.ply, action)
        except KibitzError as fault:
            # Only the code: a bot's error message may name hidden cards.
            event = events.Replace(ask.seat, ask.game, ask.ply, fault.code)
            log.warning("bot %s failed at table %s: %s", ask.bot, room.table.id, fault.code)
        await asyncio.sleep(max(0.0, ask.at - self._now()))
        if room.asking is not None and room.asking[0] == ask:
            room.asking = None
            await self._bot_event(room, ask, event)

    async def _choice(self, room: Room, ask: Ask) -> int:
        question = bot_move.question(room.table, ask.bot)
        if ask.bot == step.LAST_RESORT:  # must work even when no process can be started
            return int(bot_move.answer(question)["action"])
        slow = asyncio.get_running_loop().call_later(
            self._limits.thinking_seconds, room.show_thinking, ask
        )
        try:
            with asked_by(room.table.host, self.rank(room.table, ask.bot)):
                return int((await self._pool.ask(question))["action"])
        finally:
            slow.cancel()

    def rank(self, table: Table, bot: str) -> int:
        """Put tables with people before those of bots alone, and quick bots before slow ones."""
        if not table.persons():
            return LONG
        took = times.milliseconds(find_bot(table.setup.game, bot))
        return SHORT if took is not None and took < self._limits.quick_milliseconds else NORMAL

    async def _bot_event(self, room: Room, ask: Ask, event: events.Event) -> None:
        try:
            await self._happen(room, event)
        except KibitzError as error:
            if error.code == "illegal_action":
                replace = events.Replace(ask.seat, ask.game, ask.ply, error.code)
                await self._bot_event(room, ask, replace)
            elif error.code == NotKept.code:
                log.error("table %s: retrying after: %s", room.table.id, error)
                await asyncio.sleep(self._limits.retry_seconds)
                await self._bot_event(room, ask, event)
            # Otherwise the position has changed meanwhile, and the move is obsolete.

    def _wake(self, room: Room, wake: Wake) -> None:
        async def ring() -> None:
            await self._insist(room, lambda: self._happen(room, events.Flag(wake.game, wake.ply)))

        delay = max(0.0, wake.at - self._now())
        loop = asyncio.get_running_loop()
        room.timer = loop.call_later(delay, lambda: self._spawn(ring()))

    async def keep_record(self, table: Table) -> None:
        """Store the record of a finished game."""
        row = record_row(table)
        players = [seat.player for seat in table.seats if seat.player is not None]
        while True:
            try:
                await asyncio.wrap_future(self._store.add_record(row, players))
            except KibitzError as error:  # the events are stored, so the game itself is not lost
                log.error("the record of table %s is not stored yet: %s", table.id, error)
                await asyncio.sleep(self._limits.retry_seconds)
            else:
                log.info("game over", extra={"game": table.setup.game})
                return

    async def prepare_review(self, room: Room) -> None:
        """Have the finished deals evaluated, so that the review at the end of a match is short."""
        state = room.table.state
        assert state is not None
        question = {"ask": "prepare", "record": str(state.record()), "seats": room.table.persons()}
        room.preparing = True
        try:
            with asked_by(room.table.host, LONG):
                await self._pool.ask(question)
        finally:
            room.preparing = False
