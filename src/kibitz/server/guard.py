"""The checks that every request must pass (host, origin, size, rate), and the response headers.

Plain ASGI around all routes, so no route can forget it. The numbers are in limits.py, the counter
of requests per address is sliding_window.py; socket.py limits the messages of an open WebSocket.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.datastructures import Headers, MutableHeaders

from kibitz.core.errors import KibitzError
from kibitz.server.address import of_client
from kibitz.server.auth import BadOrigin, Hosts
from kibitz.server.extension import Extension, allowing, is_extension, preflight
from kibitz.server.limits import Limits, TooManyRequests
from kibitz.server.metrics import Meter
from kibitz.server.sliding_window import Rates

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

# Scripts only from our own files, no inline ones; nothing from other sites; no framing.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")


class TooBig(KibitzError):
    """The request body is larger than the limit."""

    code = "too_big"


STATUS = {"bad_origin": 403, "too_big": 413, "too_fast": 429}


class Guard:
    def __init__(
        self,
        app: Any,
        hosts: Hosts,
        limits: Limits,
        now: Callable[[], float],
        *,
        extension: bool = False,
        meter: Meter | None = None,
    ) -> None:
        self.app, self.hosts, self.limits, self.now = app, hosts, limits, now
        self.extension = Extension(extension, limits, now)
        self.meter = meter or Meter()
        self._rates = Rates(limits.rate_seconds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["type"] == "http":
            send = self._timed(send)
        try:
            self._check(scope, headers)
        except KibitzError as error:
            self.meter.refused(error.code)
            await _refuse(scope, receive, send, error)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "OPTIONS" and is_extension(headers.get("origin")):
            await _allow(headers, send)
            return
        # Failures are already answered and logged; uvicorn would log their values too.
        with contextlib.suppress(Exception):
            secret = scope["path"].startswith("/api")
            await self.app(scope, self._counted(receive), _with_headers(send, headers, secret))

    def _timed(self, send: Send) -> Send:
        """Measure how long it takes until the answer begins."""
        begun = self.now()

        async def timed(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self.meter.requested(message["status"], self.now() - begun)
            await send(message)

        return timed

    def _check(self, scope: Scope, headers: Headers) -> None:
        host, origin = headers.get("host"), headers.get("origin")
        if not self.hosts.knows(host):
            raise BadOrigin("unknown host name; allow it with kibitz serve --name")
        address = of_client(scope.get("client"))
        if scope["type"] == "http" and is_extension(origin):
            self.extension.check(scope["path"], scope["method"], str(origin), address)
            origin = None  # as from a program: it is the token that counts
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not self.hosts.may_speak(origin, host):
            raise BadOrigin("pages of another site may not use this server")
        if not self._rates.allows(address, self.now(), self.limits.requests_max):
            raise TooManyRequests("too many requests from your address; wait a few seconds")
        length = headers.get("content-length") or "0"
        if not length.isdecimal() or int(length[:20]) > self.limits.body_bytes_max:
            raise TooBig(f"a request may have at most {self.limits.body_bytes_max} bytes")

    def _counted(self, receive: Receive) -> Receive:
        """Cut off a body that turns out to be too long, whatever its declared length."""
        total, whole = 0, False
        due = asyncio.get_running_loop().time() + self.limits.body_seconds_max

        async def counted() -> dict[str, Any]:
            nonlocal total, whole
            try:
                async with asyncio.timeout_at(None if whole else due):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            total += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if total > self.limits.body_bytes_max:
                return {"type": "http.disconnect"}
            return message

        return counted


def _with_headers(send: Send, asked: Headers, secret: bool = True) -> Send:
    """Add the headers; a secret response must not be cached, as it is meant for one player."""

    async def send_secured(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in (HEADERS | allowing(asked)).items():
                headers.setdefault(name, value)
            if secret:
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return send_secured


async def _allow(asked: Headers, send: Send) -> None:
    """Answer a browser that asks whether the extension may send its request."""
    head = [(name.lower().encode(), value.encode()) for name, value in preflight().items()]
    reply = _with_headers(send, asked)
    await reply({"type": "http.response.start", "status": 204, "headers": head})
    await reply({"type": "http.response.body", "body": b""})


async def _refuse(scope: Scope, receive: Receive, send: Send, error: KibitzError) -> None:
    if scope["type"] == "websocket":
        await receive()  # the request to connect
        await send({"type": "websocket.close", "code": 1008, "reason": error.code})
        return
    body = json.dumps({"code": error.code, "sentence": str(error)}).encode()
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    reply = _with_headers(send, Headers(scope=scope))
    status = STATUS.get(error.code, 400)
    await reply({"type": "http.response.start", "status": status, "headers": head})
    await reply({"type": "http.response.body", "body": body})
