"""The application: store, hall, routes and guard, in one process or in several (together.py)."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kibitz._version import __version__
from kibitz.core.errors import KibitzError
from kibitz.server import auth, messages, socket, steady_clock
from kibitz.server.error_log import log_failure
from kibitz.server.guard import Guard
from kibitz.server.hall import Hall
from kibitz.server.limits import Limits
from kibitz.server.metrics import Counts, Meter
from kibitz.server.routes import analysis, arena, daily, pages, tables, training, training_tools
from kibitz.server.sliding_window import Rates
from kibitz.server.thinking import make_pool
from kibitz.server.together import Together
from kibitz.server.training.access import Owner
from kibitz.table.claims import Claims
from kibitz.table.store import Store

# The HTTP status of an error by its code; 400 for all others.
STATUS = {
    "no_session": 401,
    "bad_passphrase": 401,
    "not_seated": 403,
    "not_host": 403,
    "may_not_look": 403,
    "not_owner": 403,
    "unknown_table": 404,
    "unknown_record": 404,
    "unknown_arena_game": 404,
    "no_such_position": 404,
    "unknown_game": 404,
    "unknown_match": 404,
    "unknown_job": 404,
    "unknown_run": 404,
    "not_your_turn": 409,
    "not_playing": 409,
    "run_busy": 409,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_jobs": 429,
    "too_many_runs": 429,
    "busy": 503,
    "not_kept": 503,
    "damaged_table": 503,
    "bot_failed": 500,
    "too_slow": 503,
    "died": 503,
}


@dataclass(frozen=True)
class Config:
    """The settings of a server."""

    store: str | Path
    passphrase: str | None = None
    names: tuple[str, ...] = ()  # more host names of this server, and origins allowed to use it
    workers: int | None = None
    runs: Path = Path("runs")  # the folder of training runs
    trusts_local: bool = True  # requests from this machine may train; not behind a proxy
    extension: bool = False  # whether the browser extension may ask for advice
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], float] = steady_clock.now
    address: str | None = None  # under which other machines reach the server, if they can
    meter: Meter = field(default_factory=Meter)
    together: str | None = None  # host:port for the other processes that share the store


def make_app(config: Config, store: Store | None = None) -> Any:
    """Return the ASGI application, guard included. It closes the store on shutdown."""
    app = FastAPI(
        title="Kibitz",
        version=__version__,
        description="Card and dice games of hidden information: tables, bots, records, advice.",
        lifespan=_lifespan(config, store),
        docs_url=None,  # its page would load third-party scripts
        redoc_url=None,
        openapi_url=None,  # our own route below
        responses={"4XX": {"model": messages.Refused}},
    )
    app.state.meter = config.meter
    app.add_exception_handler(KibitzError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def described() -> JSONResponse:
        """Return the OpenAPI schema; built in a thread, because the first time takes 0.5 s."""
        return JSONResponse(await asyncio.to_thread(app.openapi))

    @app.websocket("/api/socket")
    async def talk(websocket: WebSocket) -> None:
        state = websocket.app.state
        await socket.serve(websocket, state.hall, state.tokens, state.connections)

    app.include_router(tables.routes)
    app.include_router(daily.routes)
    app.include_router(analysis.routes)
    app.include_router(arena.routes)
    app.include_router(training.door)
    app.include_router(training.routes)
    app.include_router(training_tools.routes)
    app.include_router(pages.routes)
    hosts = auth.Hosts(config.names)
    return Guard(
        app, hosts, config.limits, config.now, extension=config.extension, meter=config.meter
    )


def _lifespan(config: Config, opened: Store | None) -> Any:
    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = opened or Store(config.store, together=config.together is not None)
        together = None
        if config.together is not None:
            together = Together(Claims(store, config.together), config.limits.adopt_seconds)
        pool = make_pool(config.limits, config.workers, config.meter)
        hall = Hall(store, pool, config.limits, config.now, config.meter, together)
        app.state.hall = hall
        app.state.tokens = auth.Tokens(store.setting("key", auth.new_key), config.passphrase)
        app.state.owner = Owner(store.setting("owner", auth.new_key), config.trusts_local)
        app.state.runs = config.runs
        app.state.address = config.address
        app.state.connections = socket.Connections()
        config.meter.watch(lambda: counts(hall, app.state.connections))
        app.state.session_rates = Rates(config.limits.rate_seconds)
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    return lifespan


def counts(hall: Hall, connections: socket.Connections) -> Counts:
    """Return what there is at this moment, for the metrics."""
    rooms = list(hall.rooms())
    return Counts(
        tables=Counter(room.table.status for room in rooms),
        connections=connections.by_address.total(),
        asking=sum(room.asking is not None for room in rooms),
    )


def _answer(status: int, code: str, sentence: str) -> JSONResponse:
    return JSONResponse({"code": code, "sentence": sentence}, status)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, KibitzError)
    request.app.state.meter.refused(error.code)
    return _answer(STATUS.get(error.code, 400), error.code, str(error))


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    """Report the first validation error, without the value."""
    assert isinstance(error, RequestValidationError)
    request.app.state.meter.refused("bad_message")
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:100]
    return _answer(400, "bad_message", f"{where}: {str(first['msg'])[:200]}")


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    named = "bad_message" if error.status_code == 400 else "unknown_route"
    return _answer(error.status_code, named, str(error.detail))


async def _failed(_: Request, error: Exception) -> JSONResponse:
    log_failure(error)
    return _answer(500, "our_fault", "internal server error; the details are in the server's log")
