"""A TCP proxy before a PostgreSQL server that cuts the line at a COMMIT: before it, or after it.

    with Proxy(url) as proxy:
        proxy.cut(2, AFTER)          # the second COMMIT from now on
        open_store(proxy.url) ...

BEFORE: the server never hears the COMMIT. AFTER: it does, and carries it out, and its answer is
thrown away. Either way the client only knows that the connection is gone.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from typing import Self

from sqlalchemy.engine import make_url

BEFORE, AFTER = "before", "after"
BYTES = 1 << 16
SECONDS_MAX = 20.0


class Proxy:
    """Each client has a thread, which carries bytes both ways."""

    def __init__(self, url: str) -> None:
        found = make_url(url)
        self._server = (str(found.host), int(found.port or 5432))
        self._door = socket.create_server(("127.0.0.1", 0))
        port = self._door.getsockname()[1]
        self.url = found.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
        self.commits = 0  # that were seen
        self.cuts = 0
        self.refusals = 0  # connections that are hung up on after a cut: the server is not back yet
        self._at: int | None = None
        self._how = BEFORE
        self._threads = [threading.Thread(target=self._accept)]

    def cut(self, number: int, how: str) -> None:
        """Cut the line at the COMMIT of that number from now on; 1 is the next."""
        self._at, self._how = self.commits + number, how

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):  # not every system can
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for thread in self._threads:
            thread.join(SECONDS_MAX)
            assert not thread.is_alive()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # the door is closed
            while True:
                client, _ = self._door.accept()
                thread = threading.Thread(target=self._carry, args=(client,))
                self._threads.append(thread)
                thread.start()

    def _carry(self, client: socket.socket) -> None:
        if self.cuts and self.refusals:
            self.refusals -= 1
            client.close()
            return
        with client, socket.create_connection(self._server) as server:
            for line in (client, server):
                line.settimeout(SECONDS_MAX)
            while True:
                ready, _, _ = select.select([client, server], [], [])
                for line, other in ((client, server), (server, client)):
                    if line in ready and not self._pass_on(line, other, client):
                        return

    def _pass_on(self, line: socket.socket, other: socket.socket, client: socket.socket) -> bool:
        """Whether the line is still there."""
        try:
            said = line.recv(BYTES)
        except ConnectionError:
            return False
        if line is client and b"COMMIT" in said:
            self.commits += 1
            if self.commits == self._at:
                self.cuts += 1
                if self._how == AFTER:
                    other.sendall(said)
                    answer = other.recv(BYTES)  # so it has been carried out
                    assert b"COMMIT" in answer, answer
                return False
        with contextlib.suppress(ConnectionError):
            other.sendall(said)
        return bool(said)
