"""A small real client of the table: httpx and websockets, docs/protocol.md and nothing else.

It knows no rules and imports nothing of Kibitz; it keeps the history as the protocol says.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

SECONDS_MAX = 60.0
PROTOCOL = 2  # the version of docs/protocol.md that this client was written for


class Refused(Exception):
    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code


async def session(base: str, name: str = "Ada", passphrase: str | None = None) -> str:
    """A token from the server."""
    body = {"name": name, "cookie": False, "passphrase": passphrase}
    async with httpx.AsyncClient(timeout=60, base_url=base) as http:
        answer = await http.post("/api/session", json=body)
    reply: dict[str, Any] = answer.json()
    if answer.status_code != 200:
        raise Refused(reply["code"], reply["sentence"])
    token: str = reply["token"]
    return token


class Client:
    """One connection. `table` is the latest message of that kind, `history` all lines of it."""

    def __init__(self, base: str, token: str, name: str = "Ada", **how: Any) -> None:
        self.base, self.token, self.name = base, token, name
        self.how = how  # settings of the connection, such as TLS
        self.socket: ClientConnection | None = None
        self.table: dict[str, Any] | None = None
        self.history: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []
        self.received: list[dict[str, Any]] = []
        self._ids = 0

    async def __aenter__(self) -> Self:
        address = self.base.replace("http", "ws", 1).rstrip("/") + "/api/socket"
        self.socket = await connect(address, max_size=None, **self.how)
        await self.ask("hello", protocol=PROTOCOL, token=self.token, name=self.name)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.socket is not None
        await self.socket.close()

    async def send(self, kind: str, **fields: Any) -> int:
        self._ids += 1
        assert self.socket is not None
        await self.socket.send(json.dumps({"type": kind, "id": self._ids} | fields))
        return self._ids

    async def receive(self) -> dict[str, Any]:
        """The next message, noted."""
        assert self.socket is not None
        message: dict[str, Any] = json.loads(
            await asyncio.wait_for(self.socket.recv(), SECONDS_MAX)
        )
        self.received.append(message)
        if message["type"] == "table":
            self.table = message
            self.history = self.history[: message["keep"]] + message["history"]
            self.notes = self.notes[: message["notes_keep"]] + message["notes"]
        return message

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send, and wait for the answer with its number."""
        number = await self.send(kind, **fields)
        while True:
            message = await self.receive()
            if message.get("re") == number:
                if message["type"] == "refusal":
                    raise Refused(message["code"], message["sentence"])
                return message

    async def create(self, game: str, **setup: Any) -> str:
        reply = await self.ask("create", setup={"game": game, "pace_ms": 0} | setup)
        table: str = reply["table"]
        await self.until(lambda m: m["table"] == table)
        return table

    async def watch(self, table: str) -> None:
        """Attend; after a lost connection from where one was."""
        since = self.table["seq"] if self.table and self.table["table"] == table else None
        await self.ask("watch", table=table, since=since)

    async def until(self, true: Any) -> dict[str, Any]:
        """Wait until the latest `table` message is so."""
        while self.table is None or not true(self.table):
            await self.receive()
        return self.table

    def my_turn(self) -> bool:
        if self.table is None or self.table["position"] is None:
            return False
        position = self.table["position"]
        return self.table["status"] == "playing" and position["player"] == self.table["you"]

    async def move(self, choose: Any) -> dict[str, Any]:
        """Make one of the legal actions that were offered."""
        assert self.table is not None
        position = self.table["position"]
        action = choose(position["legal"])
        return await self.ask(
            "move",
            table=self.table["table"],
            game=self.table["game"],
            ply=position["ply"],
            action=action["id"],
            seq=self.table["seq"],
        )

    async def play(self, choose: Any) -> dict[str, Any]:
        """Play on to the end of the game."""
        assert self.table is not None
        while self.table["status"] != "over":
            if self.my_turn():
                await self.move(choose)
            else:
                await self.receive()
        return self.table
