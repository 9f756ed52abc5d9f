"""A line to a bot at a web address: every question is one POST, every answer its reply.

The questions are those of docs/bot-protocol.md, each with the whole history, so that a server need
not remember anything. The connection is kept; one that was closed in between is made again, once.
A watchdog hangs up when the time is over, however slowly the bytes drip, and a reply is read only
up to a limit. Redirects are not followed.
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

from kibitz.bots.channel import ANSWER_BYTES_MAX, read_answer
from kibitz.bots.forfeit import BadAnswer, BotFault, TooMuchOutput, TooSlow, Unreachable, clean
from kibitz.bots.remote import Clock, RemoteBot
from kibitz.core.errors import KibitzError
from kibitz.core.plain import short

OK = 200


class BadAddress(KibitzError):
    """A web address that is none."""

    code = "bad_address"


class HttpLine:
    """Questions to one address."""

    whole_history = True

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "", parts.port
        self.path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self.secure = parts.scheme == "https"
        self.table = secrets.token_hex(8)  # tells a server which questions belong together
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
        """Nothing is printed here."""

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
        if time.monotonic() >= deadline:  # the watchdog has cut it short
            raise TimeoutError
        if reply.status != OK:
            raise BadAnswer(f"it answered with status {reply.status} {clean(reply.reason, 80)}")
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
    """The kept connection was closed by the other end before it answered."""


def _hang_up(connected: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def over_http(url: str, *, clock: Clock | None = None) -> RemoteBot:
    """A bot at an address, `http://` or `https://`, that answers one POST for each question."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname)
        fine = fine and parts.username is None and parts.port != 0
    except ValueError:
        fine = False
    if not fine or not url.isascii() or not url.isprintable() or " " in url:
        raise BadAddress(f"a bot's address is like http://host:8000/bot, not {short(url)}")
    return RemoteBot(str(parts.hostname), lambda: HttpLine(url), clock or Clock())
