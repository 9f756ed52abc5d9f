"""Connections before the first request: how many, for how long, and with how long a header.

uvicorn leaves these to a proxy in front of it. Without one, a single address that opens connections
and never finishes a request would use up all file descriptors. The limits here hold in either case;
behind a proxy all connections come from it, so only their total is limited.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kibitz.server import steady_clock
from kibitz.server.address import of_client
from kibitz.server.limits import Limits
from kibitz.workers.errors import place_of

log = logging.getLogger("kibitz.web")

WARN_SECONDS = 60.0  # between two log lines about one address
WARNINGS_MAX = 1000  # addresses remembered for that
SPARE_FILES = 256  # file descriptors kept for the store, the page and worker processes


class Door:
    """Counts open connections, in total and for each address."""

    def __init__(self, limits: Limits, *, proxied: bool = False) -> None:
        self.limits, self.proxied = limits, proxied
        self._open: dict[str, set[asyncio.BaseTransport]] = {}
        self._warned: dict[str, float] = {}

    def admits(self, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection and return True, unless there are too many."""
        address = of_client(transport.get_extra_info("peername"))
        own = self._open.setdefault(address, set())
        self._forget(own)
        if not self.proxied and len(own) >= self.limits.sockets_address_max:
            self._warn(address, f"{len(own)} open connections; more are refused")
            return False
        if sum(map(len, self._open.values())) >= self.limits.sockets_max:
            for address_of, others in list(self._open.items()):
                self._forget(others)
                if not others and address_of != address:
                    del self._open[address_of]
            if sum(map(len, self._open.values())) >= self.limits.sockets_max:
                self._warn(address, "refused: the server has too many connections")
                return False
        own.add(transport)
        return True

    def _forget(self, transports: set[asyncio.BaseTransport]) -> None:
        transports -= {one for one in transports if one.is_closing()}

    def _warn(self, address: str, text: str) -> None:
        now = steady_clock.now()
        if now - self._warned.get(address, 0.0) < WARN_SECONDS:
            return
        if len(self._warned) >= WARNINGS_MAX:
            self._warned.clear()
        self._warned[address] = now
        log.warning("address %s: %s", address, text)


class _Http(HttpToolsProtocol):
    """HTTP with a time limit for headers, and limits on their size and on connections."""

    door: ClassVar[Door]
    _due: asyncio.TimerHandle | None = None
    _header_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.door.admits(transport):
            self._expect_headers()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._headers_are_here()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._due is not None:
            self._header_bytes += len(data)
            if self._header_bytes > self.door.limits.header_bytes_max:
                self._refuse(431, "Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_headers()

    def on_headers_complete(self) -> None:
        self._headers_are_here()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        longest = max(len(name) + len(value) for name, value in self.scope["headers"])
        if max(longest, len(self.url)) > self.door.limits.header_line_bytes_max:
            self._refuse(431, "Request Header Fields Too Large")
            return
        super().handle_websocket_upgrade()

    def _expect_headers(self) -> None:
        self._headers_are_here()
        self._header_bytes = 0
        self._due = self.loop.call_later(self.door.limits.header_seconds_max, self._give_up)

    def _headers_are_here(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        self._due = None
        if not self.transport.is_closing():
            self._refuse(408, "Request Timeout")

    def _refuse(self, status: int, words: str) -> None:
        self._headers_are_here()
        _refuse(self.transport, status, words)


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket that answers a request to upgrade which it cannot read."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            _refuse(self.transport, 400, "Bad Request")


def _refuse(transport: asyncio.Transport, status: int, words: str) -> None:
    head = f"HTTP/1.1 {status} {words}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    transport.write(head.encode())
    transport.close()


def protocols(limits: Limits, *, proxied: bool = False) -> dict[str, Any]:
    """Return the settings of uvicorn that put these limits into force."""
    http = type("Http", (_Http,), {"door": Door(limits, proxied=proxied)})
    return {"http": http, "ws": _Socket}


def raise_file_limit() -> None:
    """Allow as many open files as the system permits: each connection is one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def sockets_max(wanted: int) -> int:
    """Return how many connections there may be, given the limit on open files."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most != resource.RLIM_INFINITY:
            return max(1, min(wanted, most - SPARE_FILES))
    return wanted


class Terse(logging.Filter):
    """Shorten exceptions to the place where they were raised: their values may be cards."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            record.msg = f"{record.getMessage().strip()} {place_of(record.exc_info[1])}"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True
