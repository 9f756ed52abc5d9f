"""The application: store, hall, routes and guard put together. One process serves everything."""

from __future__ import annotations

import asyncio
import contextlib
import time
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
from kibitz.interfaces.web import analysis, api, arena_api, auth, messages, pages, socket
from kibitz.interfaces.web.guard import Guard
from kibitz.interfaces.web.hall import Hall, tell_failure
from kibitz.interfaces.web.limits import Limits
from kibitz.interfaces.web.pool import Pool
from kibitz.interfaces.web.rate import Rates
from kibitz.table.store import Store

# The HTTP status of a refusal, by its code; 400 for the others.
STATUS = {
    "no_session": 401,
    "bad_passphrase": 401,
    "not_seated": 403,
    "not_host": 403,
    "may_not_look": 403,
    "unknown_table": 404,
    "unknown_record": 404,
    "unknown_game": 404,
    "unknown_match": 404,
    "unknown_job": 404,
    "not_your_turn": 409,
    "not_playing": 409,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_jobs": 429,
    "busy": 503,
    "not_kept": 503,
    "bot_failed": 500,
    "too_slow": 503,
    "died": 503,
}


@dataclass(frozen=True)
class Config:
    """What a server is started with."""

    store: str | Path
    passphrase: str | None = None
    names: tuple[str, ...] = ()  # other names of this server, and origins of other pages
    workers: int | None = None
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], float] = time.time


def make_app(config: Config, store: Store | None = None) -> Any:
    """The ASGI application, guard included. It closes the store at its end."""
    app = FastAPI(
        title="Kibitz",
        version=__version__,
        description="Card and dice games that hide something: tables, bots, records, advice.",
        lifespan=_lifespan(config, store),
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        openapi_url=None,  # our own route below
        responses={"4XX": {"model": messages.Refused}},
    )
    app.add_exception_handler(KibitzError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)

    @app.get("/api/openapi.json", include_in_schema=False)
    async def described() -> JSONResponse:
        """In a thread: it takes half a second the first time, in which nobody shall wait."""
        return JSONResponse(await asyncio.to_thread(app.openapi))

    @app.websocket("/api/socket")
    async def talk(websocket: WebSocket) -> None:
        state = websocket.app.state
        await socket.serve(websocket, state.hall, state.tokens, state.connections)

    app.include_router(api.routes)
    app.include_router(analysis.routes)
    app.include_router(arena_api.routes)
    app.include_router(pages.routes)
    return Guard(app, auth.Hosts(config.names), config.limits, config.now)


def _lifespan(config: Config, opened: Store | None) -> Any:
    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = opened or Store(config.store)
        hall = Hall(store, Pool(config.workers), config.limits, config.now)
        app.state.hall = hall
        app.state.tokens = auth.Tokens(store.setting("key", auth.new_key), config.passphrase)
        app.state.connections = socket.Connections()
        app.state.session_rates = Rates(config.limits.rate_seconds)
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    return lifespan


def _answer(status: int, code: str, sentence: str) -> JSONResponse:
    return JSONResponse({"code": code, "sentence": sentence}, status)


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, KibitzError)
    return _answer(STATUS.get(error.code, 400), error.code, str(error))


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    """The first thing that is wrong, without the value."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:100]
    return _answer(400, "bad_message", f"{where}: {str(first['msg'])[:200]}")


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _answer(error.status_code, "unknown_route", str(error.detail))


async def _failed(_: Request, error: Exception) -> JSONResponse:
    tell_failure(error)
    return _answer(500, "our_fault", "the server made a mistake")
