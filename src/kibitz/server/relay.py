"""Talking to another process of this server, on behalf of one of its clients.

A client speaks to one process, and its tables may sit in others. Its messages about such a table go
on to the table's holder over a WebSocket with the client's own token, unchanged, and what that
process answers goes back unchanged. So the holder sees the person as if they were connected to it.
Processes are on one machine and behind one proxy: they accept the client's address from each other
in X-Forwarded-For, as they do from the proxy.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import urllib.request
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kibitz.core.errors import KibitzError
from kibitz.server.messages import PROTOCOL

RELAYED = "X-Kibitz-Relayed"  # marks what comes from another process; it goes no further
OPEN_SECONDS_MAX = 5.0
LIST_SECONDS_MAX = 2.0
REPLY_BYTES_MAX = 1 << 24
log = logging.getLogger("kibitz.web")


class RelayLost(KibitzError):
    """The process that holds the table cannot be reached; reconnect and try again."""

    code = "relay_lost"
    fault = "us"


class Relay:
    """A client's connection to another process; `give` gets what that one sends."""

    def __init__(
        self, other: str, address: str, give: Callable[[str], None], lost: Callable[[], None]
    ) -> None:
        self.other, self.address = other, address
        self._give, self._lost = give, lost
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    async def open(self, token: str | None, name: str) -> None:
        """Connect, and say hello as the client."""
        try:
            self._socket = await connect(
                f"ws://{self.other}/api/socket",
                additional_headers=_headers(self.address, None),
                open_timeout=OPEN_SECONDS_MAX,
                max_size=REPLY_BYTES_MAX,
                compression=None,
                proxy=None,
            )
        except (OSError, TimeoutError, WebSocketException) as error:
            raise RelayLost(f"the process of this table does not answer: {error}") from None
        hello = {"type": "hello", "protocol": PROTOCOL, "token": token, "name": name}
        await self.send(json.dumps(hello))
        self._listening = asyncio.create_task(self._listen(self._socket))

    async def send(self, text: str) -> None:
        """Pass a message on."""
        assert self._socket is not None, "open comes first"
        try:
            await self._socket.send(text)
        except (OSError, WebSocketException):
            raise RelayLost("the process of this table is gone; reconnect") from None

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(OSError, WebSocketException):
            async for text in socket:
                assert isinstance(text, str)
                if not text.startswith('{"type": "welcome"'):  # the answer to our own hello
                    self._give(text)
        self._lost()


async def other_tables(other: str, token: str | None, address: str) -> list[dict[str, Any]]:
    """Return the tables that another process lists for a person; none if it does not answer."""
    asked = urllib.request.Request(f"http://{other}/api/tables", headers=_headers(address, token))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask() -> list[dict[str, Any]]:
        with opener.open(asked, timeout=LIST_SECONDS_MAX) as reply:
            found: list[dict[str, Any]] = json.loads(reply.read(REPLY_BYTES_MAX))
            return found

    try:
        return await asyncio.to_thread(ask)
    except (OSError, ValueError) as error:
        log.warning("the process at %s does not list its tables: %s", other, error)
        return []


def _headers(address: str, token: str | None) -> dict[str, str]:
    found = {RELAYED: "1", "X-Forwarded-For": address}
    return found if token is None else found | {"Authorization": f"Bearer {token}"}
