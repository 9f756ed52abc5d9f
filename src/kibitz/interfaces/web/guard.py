"""What every request passes first: the server's name, the origin, sizes, rates; and the headers of
every answer.

Plain ASGI, outside of all routes, so that no route can forget it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.datastructures import Headers, MutableHeaders

from kibitz.core.errors import KibitzError
from kibitz.interfaces.web.auth import BadOrigin, Hosts
from kibitz.interfaces.web.limits import Limits
from kibitz.interfaces.web.rate import Rates

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

# No script but our own files, none inside the page; nothing from elsewhere; in nobody's frame.
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
    """A body larger than any that we read."""

    code = "too_big"


class TooManyRequests(KibitzError):
    code = "too_fast"


STATUS = {"bad_origin": 403, "too_big": 413, "too_fast": 429}


class Guard:
    def __init__(self, app: Any, hosts: Hosts, limits: Limits, now: Callable[[], float]) -> None:
        self.app, self.hosts, self.limits, self.now = app, hosts, limits, now
        self._rates = Rates(limits.rate_seconds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check(scope, headers)
        except KibitzError as error:
            await _refuse(scope, receive, send, error)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        # What fails has been answered and logged; the server beneath would log its values too.
        with contextlib.suppress(Exception):
            secret = scope["path"].startswith("/api")
            await self.app(scope, self._counted(receive), _with_headers(send, secret))

    def _check(self, scope: Scope, headers: Headers) -> None:
        host, origin = headers.get("host"), headers.get("origin")
        if not self.hosts.knows(host):
            raise BadOrigin("this server does not go by that name; kibitz serve --name allows it")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and not self.hosts.may_speak(origin, host):
            raise BadOrigin("that page may not speak to this server")
        address = scope["client"][0] if scope.get("client") else "?"
        if not self._rates.allows(address, self.now(), self.limits.requests_max):
            raise TooManyRequests("too many requests from your address; wait a little")
        length = headers.get("content-length") or "0"
        if not length.isdecimal() or int(length[:20]) > self.limits.body_bytes_max:
            raise TooBig(f"a request has at most {self.limits.body_bytes_max} bytes")

    def _counted(self, receive: Receive) -> Receive:
        """A body without a length, or with a false one, is cut off where it gets too long."""
        total = 0

        async def counted() -> dict[str, Any]:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            if total > self.limits.body_bytes_max:
                return {"type": "http.disconnect"}
            return message

        return counted


def _with_headers(send: Send, secret: bool = True) -> Send:
    """What is told to one person no cache may keep for another."""

    async def told(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if secret:
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return told


async def _refuse(scope: Scope, receive: Receive, send: Send, error: KibitzError) -> None:
    if scope["type"] == "websocket":
        await receive()  # the request to connect
        await send({"type": "websocket.close", "code": 1008, "reason": error.code})
        return
    body = json.dumps({"code": error.code, "sentence": str(error)}).encode()
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    tell = _with_headers(send)
    status = STATUS.get(error.code, 400)
    await tell({"type": "http.response.start", "status": status, "headers": head})
    await tell({"type": "http.response.body", "body": body})
