"""A connection to a bot at a web address: one POST per question, its reply is the answer.

The questions are those of docs/bot-protocol.md, each with the whole history, so that a server can
be stateless. The connection is kept alive; if it was closed in between, it is reopened once. A
watchdog closes it when time is up, however slowly the bytes arrive, and replies are read only up to
a limit. Redirects are not followed.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import secrets
import socket
import ssl
import threading
import time
from typing import Any
from urllib.parse import urlsplit

from kibitz.bots.remote.forfeit import (
    BadAnswer,
    BotFault,
    TooMuchOutput,
    TooSlow,
    Unreachable,
    clean,
)
from kibitz.bots.remote.pipe import ANSWER_BYTES_MAX, read_answer
from kibitz.bots.remote.protocol import Clock, RemoteBot
from kibitz.core.coerce import short
from kibitz.core.errors import KibitzError

OK = 200


class BadAddress(KibitzError):
    """A web address is invalid."""

    code = "bad_address"


class HttpLine:
    """Questions to one address."""

    whole_history = True

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port
        self.path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self.secure = parts.scheme == "https"
        self.table = secrets.token_hex(8)  # lets a server group questions by game
        self._asked = 0
        self._open = True
        self._connection: http.client.HTTPConnection | None = None

    @property
    def alive(self) -> bool:
        return self._open

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        self._asked += 1
        deadline = time.monotonic() + seconds
        body = json.dumps({"id": self._asked, "table": self.table, **question}).encode()
        try:
            try:
                line = self._post(body, deadline)
            except _Stale:
                line = self._post(body, deadline)
            return read_answer(line, self._asked)
        except BotFault:
            self.close()
            raise
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if time.monotonic() >= deadline:
                raise TooSlow(f"it gave no answer in {seconds:g} s") from None
            raise Unreachable(f"it cannot be reached: {clean(str(error) or repr(error))}") from None

    def forget_output(self) -> None:
        """Nothing is printed over HTTP."""

    def close(self) -> None:
        self._open = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _post(self, body: bytes, deadline: float) -> bytes:
        kept = self._connection
        connection = kept or self._connect(deadline)
        self._connection = connection
        assert connection.sock is not None
        connection.sock.settimeout(max(0.001, deadline - time.monotonic()))
        watchdog = threading.Timer(
            max(0.0, deadline - time.monotonic()), _hang_up, [connection.sock]
        )
        watchdog.daemon = True
        watchdog.start()
        try:
            headers = {"Content-Type": "application/json"}
            connection.request("POST", self.path, body, headers)
            reply = connection.getresponse()
            data = reply.read(ANSWER_BYTES_MAX + 1)
        except (http.client.RemoteDisconnected, ConnectionError):
            connection.close()
            self._connection = None
            if kept is not None and time.monotonic() < deadline:
                raise _Stale from None  # a server may close an idle connection at any time
            raise
        finally:
            watchdog.cancel()
        if time.monotonic() >= deadline:  # the watchdog closed it
            raise TimeoutError
        if reply.status != OK:
            raise BadAnswer(f"it replied with status {reply.status} {clean(reply.reason, 80)}")
        if len(data) > ANSWER_BYTES_MAX:
            raise TooMuchOutput(f"its answer is longer than {ANSWER_BYTES_MAX} bytes")
        if reply.will_close:
            connection.close()
            self._connection = None
        return data

    def _connect(self, deadline: float) -> http.client.HTTPConnection:
        left = max(0.001, deadline - time.monotonic())
        connection: http.client.HTTPConnection
        if self.secure:
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(
                self.host, self.port, timeout=left, context=context
            )
        else:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=left)
        connection.connect()
        return connection


class _Stale(Exception):
    """The other end closed the kept connection before it answered."""


def _hang_up(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def over_http(url: str, *, clock: Clock | None = None) -> RemoteBot:
    """Return a bot at an `http://` or `https://` address that answers one POST per question."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname)
        fine = fine and parts.username is None and parts.port != 0
    except ValueError:
        fine = False
    if not fine or not url.isascii() or not url.isprintable() or " " in url:
        raise BadAddress(f"a bot's address must look like http://host:8000/bot, not {short(url)}")
    return RemoteBot(str(parts.hostname), lambda: HttpLine(url), clock or Clock())
