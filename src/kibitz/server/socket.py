"""The WebSocket: parse messages strictly, answer every one, and disconnect clients that flood.

`Speaker.hear` handles a message once the frame is received, so tests can fuzz it without a network.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from kibitz._version import __version__
from kibitz.core.errors import KibitzError
from kibitz.server import auth, messages
from kibitz.server.address import of_client
from kibitz.server.error_log import log_failure
from kibitz.server.hall import Hall, TooManyTables
from kibitz.server.limits import TooManyRequests
from kibitz.server.parse_message import BadMessage, parse, request_id
from kibitz.server.relay import RELAYED, Relay, RelayLost
from kibitz.server.room import Room
from kibitz.server.sliding_window import Rate
from kibitz.table import events
from kibitz.table.admission import Sent
from kibitz.table.claims import Elsewhere
from kibitz.table.errors import NotSeated
from kibitz.table.projection import look_back
from kibitz.table.setup import Setup
from kibitz.table.table import Table

POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013  # WebSocket close codes


class SayHello(KibitzError):
    """The first message was not `hello`."""

    code = "say_hello"


class TooManyConnections(KibitzError):
    """An address or the server has reached its limit of connections."""

    code = "too_many_connections"


class HangUp(Exception):
    """Close the connection."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Speaker:
    """One connection: its player, the tables it watches, and its outgoing queue."""

    def __init__(self, hall: Hall, tokens: auth.Tokens, address: str) -> None:
        self.hall, self.tokens, self.address = hall, tokens, address
        self.player: str | None = None
        self.name = auth.NOBODY
        self.cookie: str | None = None
        self.rooms: dict[str, Room] = {}
        self.token: str | None = None
        self.relayed = False  # by another process: what is not held here goes no further
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue()  # None: close the connection
        self.overflown = False
        self._relays: dict[str, Relay] = {}  # by the address of the other process
        self._elsewhere: dict[str, Relay] = {}  # by table
        self._rate = Rate(hall.limits.rate_seconds)

    # Incoming -----------------------------------------------------------------------------------

    async def hear(self, text: str) -> None:
        """Handle and answer one message, or refuse it. HangUp closes the connection."""
        message = None
        try:
            self._check_rate()
            message = parse(text)
            self.hall.meter.heard(message.type)
            if self.player is None and not isinstance(message, messages.Hello):
                raise SayHello("the first message must be hello")
            relay = self._elsewhere.get(getattr(message, "table", ""))
            if relay is not None:
                await relay.send(text)
            else:
                await self._obey(message)
        except Elsewhere as error:
            await self._pass_on(error, message, text)
        except KibitzError as error:
            self.refuse(request_id(text) if message is None else message.id, error)
            if isinstance(error, TooManyRequests):
                raise HangUp(POLICY, error.code) from None
        except HangUp:
            raise
        except Exception as error:  # noqa: BLE001 (an internal error must not end the server)
            log_failure(error)
            request = None if message is None else message.id
            self.say("refusal", request, code="our_fault", sentence="internal server error")

    def _check_rate(self) -> None:
        limits = self.hall.limits
        seated = any(r.table.seat_of(self.player) is not None for r in self.rooms.values())
        most = limits.player_messages_max if seated else limits.spectator_messages_max
        if not self._rate.allows(asyncio.get_running_loop().time(), most):
            raise TooManyRequests(
                f"too many messages; the limit is {most} in {limits.rate_seconds:g} seconds"
            )

    async def _pass_on(self, elsewhere: Elsewhere, message: Any, text: str) -> None:
        """Pass a message on to the process that holds its table, and all that follow."""
        if self.relayed:  # the table has moved meanwhile: the client finds it again
            raise HangUp(TRY_LATER, elsewhere.code)
        try:
            relay = self._relays.get(elsewhere.address)
            if relay is None:
                relay = Relay(elsewhere.address, self.address, self.send, self.hang_up)
                await relay.open(self.token, self.name)
                self._relays[elsewhere.address] = relay
            await relay.send(text)
            self._elsewhere[message.table] = relay
        except RelayLost as error:
            self.refuse(message.id, error)
            raise HangUp(TRY_LATER, error.code) from None

    async def _obey(self, message: Any) -> None:
        handler: Callable[[Any], Awaitable[None]] = getattr(self, f"_on_{message.type}")
        await handler(message)

    # Each message -------------------------------------------------------------------------------

    async def _on_hello(self, m: messages.Hello) -> None:
        token = m.token if m.token is not None else self.cookie
        player = self.tokens.player(token)
        if player is None:
            raise auth.NoSession("missing or invalid token; get one with POST /api/session")
        if self.player not in (None, player):
            raise BadMessage("this connection belongs to another player; open a new one")
        self.player, self.token = player, token
        if m.name is not None:
            self.name = auth.clean_name(m.name) or self.name
        tables = self.hall.tables(player)
        if not self.relayed:
            tables = await self.hall.all_tables(player, token, self.address)
        mine = [t for t in tables if t["your_seat"] is not None]
        self.say(
            "welcome",
            m.id,
            protocol=messages.PROTOCOL,
            version=__version__,
            player=player,
            name=self.name,
            tables=[t for t in mine if t["status"] != "over"],
        )

    async def _on_create(self, m: messages.Create) -> None:
        self._check_attending()
        setup = Setup.of(m.setup.model_dump())
        room = await self.hall.create(setup, self._me, self.name, self.address)
        self._ok(m.id, room.table)
        await self._attend(room, None)

    async def _on_watch(self, m: messages.Watch) -> None:
        if m.table not in self.rooms:
            self._check_attending()
        room = await self.hall.room(m.table)
        await self._attend(room, m.since)
        self._ok(m.id, room.table)

    async def _on_unwatch(self, m: messages.Unwatch) -> None:
        room = self.rooms.pop(m.table, None)
        if room is not None:
            self.hall.unwatch(room, self)
        self.say("ok", m.id)

    async def _on_join(self, m: messages.Join) -> None:
        await self._happen(m, events.Sit(self._me, self.name, m.seat))

    async def _on_start(self, m: messages.Start) -> None:
        await self._happen(m, events.Start(self._me, m.bot))

    async def _on_move(self, m: messages.Move) -> None:
        room = await self.hall.room(m.table)
        act = events.Act(self._me, m.game, m.ply, m.action)
        self._ok(m.id, await self.hall.move(room, act, Sent(m.seq, m.id)))

    async def _on_undo(self, m: messages.Undo) -> None:
        await self._happen(m, events.Undo(self._me))

    async def _on_answer_undo(self, m: messages.AnswerUndo) -> None:
        await self._happen(m, events.AnswerUndo(self._me, m.accept))

    async def _on_rematch(self, m: messages.Rematch) -> None:
        await self._happen(m, events.Rematch(self._me))

    async def _on_leave(self, m: messages.Leave) -> None:
        await self._happen(m, events.Leave(self._me))

    async def _on_abandon(self, m: messages.Abandon) -> None:
        await self._happen(m, events.Abandon(self._me))

    async def _on_resign(self, m: messages.Resign) -> None:
        await self._happen(m, events.Resign(self._me))

    async def _on_emote(self, m: messages.ShowEmote) -> None:
        room = await self.hall.room(m.table)
        seat = room.table.seat_of(self._me)
        if seat is None:
            raise NotSeated("only people seated at the table can do that")
        room.show_emote(seat, m.emote)
        self._ok(m.id, room.table)

    async def _on_come_back(self, m: messages.ComeBack) -> None:
        await self._happen(m, events.ComeBack(self._me))

    async def _on_take_over(self, m: messages.TakeOver) -> None:
        room = await self.hall.room(m.table)
        self._ok(m.id, await self.hall.take_over(room, self._me, m.seat))

    async def _on_pace(self, m: messages.Pace) -> None:
        await self._happen(m, events.Pace(self._me, m.pace_ms, m.paused))

    async def _on_look(self, m: messages.Look) -> None:
        table = (await self.hall.room(m.table)).table
        position = look_back(table, self.player, m.ply, m.seat)
        self.say("looked", m.id, table=table.id, game=table.game, position=position)

    async def _on_ping(self, m: messages.Ping) -> None:
        self.say("ok", m.id)

    # Helpers ------------------------------------------------------------------------------------

    @property
    def _me(self) -> str:
        assert self.player is not None, "hello comes first"
        return self.player

    async def _happen(self, m: Any, event: events.Event) -> None:
        room = await self.hall.room(m.table)
        self._ok(m.id, await self.hall.happen(room, event))

    async def _attend(self, room: Room, since: int | None) -> None:
        await self.hall.watch(room, self, since)
        self.rooms[room.table.id] = room

    def _check_attending(self) -> None:
        if len(self.rooms) >= self.hall.limits.tables_connection_max:
            raise TooManyTables("you are watching too many tables at once; unwatch some")

    # Outgoing -----------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Queue a message without waiting; a client that does not read is disconnected."""
        if self.outgoing.qsize() >= self.hall.limits.outgoing_messages_max:
            self.overflown = True
            return
        self.outgoing.put_nowait(text)

    def say(self, kind: str, request: int | None, **fields: Any) -> None:
        self.send(json.dumps({"type": kind, "re": request} | fields))

    def _ok(self, request: int | None, table: Table) -> None:
        self.say("ok", request, table=table.id, seq=table.seq)

    def refuse(self, request: int | None, error: KibitzError) -> None:
        self.hall.meter.refused(error.code)
        self.say("refusal", request, code=error.code, sentence=str(error))

    def hang_up(self) -> None:
        """Close the connection: a process behind it is gone, and a new one finds the next."""
        self.outgoing.put_nowait(None)

    async def leave(self) -> None:
        """Clean up after the connection has closed."""
        for room in self.rooms.values():
            self.hall.unwatch(room, self)
        self.rooms.clear()
        for relay in self._relays.values():
            await relay.close()


class Connections:
    """The number of open connections, per address and in total."""

    def __init__(self) -> None:
        self.by_address: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, address: str, hall: Hall) -> Any:
        limits = hall.limits
        if self.by_address[address] >= limits.connections_address_max:
            raise TooManyConnections("too many connections from your address; close some")
        if self.by_address.total() >= limits.connections_max:
            raise TooManyConnections("the server has too many connections; try again later")
        self.by_address[address] += 1
        try:
            yield
        finally:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]


async def serve(
    socket: WebSocket, hall: Hall, tokens: auth.Tokens, connections: Connections
) -> None:
    """Handle one connection from start to end. The guard has already checked host and origin."""
    address = of_client(socket.client)
    await socket.accept()
    speaker = Speaker(hall, tokens, address)
    speaker.cookie = auth.token_of(socket.cookies, socket.headers)
    speaker.name = auth.name_of(socket.cookies)
    speaker.relayed = RELAYED in socket.headers
    try:
        with connections.one(address, hall):
            await _talk(socket, speaker)
    except TooManyConnections as error:
        speaker.refuse(None, error)
        await _end(socket, speaker, TRY_LATER, error.code)
    except HangUp as end:
        await _end(socket, speaker, end.code, end.reason)
    except WebSocketDisconnect:
        pass
    finally:
        await speaker.leave()


async def _talk(socket: WebSocket, speaker: Speaker) -> None:
    """Read and write concurrently until either ends."""
    reading = asyncio.create_task(_read(socket, speaker))
    writing = asyncio.create_task(_write(socket, speaker))
    try:
        done, _ = await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (reading, writing):
            task.cancel()
        await asyncio.gather(reading, writing, return_exceptions=True)


async def _read(socket: WebSocket, speaker: Speaker) -> None:
    limits = speaker.hall.limits
    first = True
    while True:
        try:
            wait = limits.hello_seconds_max if speaker.player is None else None
            frame = await asyncio.wait_for(socket.receive(), wait)
        except TimeoutError:
            raise HangUp(POLICY, "say_hello") from None
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1000))
        text = frame.get("text")
        if text is None:
            data = frame.get("bytes") or b""
            number = request_id(data.decode(errors="replace"))
            speaker.refuse(number, BadMessage("messages must be text, not bytes"))
        elif len(text) > limits.frame_bytes_max or len(text.encode()) > limits.frame_bytes_max:
            raise HangUp(TOO_BIG, "too_big")
        else:
            await speaker.hear(text)
        if first and speaker.player is None:
            raise HangUp(POLICY, "say_hello")  # one try per connection, against guessing tokens
        first = False


async def _write(socket: WebSocket, speaker: Speaker) -> None:
    while True:
        text = await speaker.outgoing.get()
        if text is None:
            raise HangUp(TRY_LATER, RelayLost.code)
        await socket.send_text(text)
        if speaker.overflown:
            raise HangUp(TRY_LATER, "too_slow")


async def _end(socket: WebSocket, speaker: Speaker, code: int, reason: str) -> None:
    """Send what is still queued, and close the connection."""
    with contextlib.suppress(Exception):
        while not speaker.outgoing.empty() and not speaker.overflown:
            text = speaker.outgoing.get_nowait()
            if text is not None:
                await socket.send_text(text)
        await socket.close(code, reason)
