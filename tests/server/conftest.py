"""A real server in a thread: uvicorn on a free port, its own store, real bots in processes."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest
import uvicorn

from kibitz.server.app import Config, make_app
from kibitz.server.connection import protocols
from kibitz.server.limits import Limits
from kibitz.server.run import listen

FREE = replace(
    Limits(), player_messages_max=10_000, spectator_messages_max=10_000, requests_max=10_000
)


class Server:
    """`with Server(path) as server:` and then `server.base`."""

    def __init__(self, folder: Path, limits: Limits = FREE, **more: Any) -> None:
        self.config = Config(folder / "tables.db", workers=1, limits=limits, **more)

    def __enter__(self) -> Self:
        self._socket = listen("127.0.0.1", 0)
        self.port = self._socket.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.app = make_app(self.config)
        settings = uvicorn.Config(
            self.app,
            **protocols(self.config.limits),
            log_level="critical",
            ws_max_size=self.config.limits.frame_bytes_max,
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(settings)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            self._thread.join(0.01)
        return self

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._socket]))

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._socket.close()
        assert not self._thread.is_alive()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
