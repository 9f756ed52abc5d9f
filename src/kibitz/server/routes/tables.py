"""The HTTP routes for games, bots, tables and records. OpenAPI is at /api/openapi.json."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from kibitz._version import __version__
from kibitz.core.errors import KibitzError
from kibitz.games.recorded import game_of
from kibitz.server import auth, catalogue, messages
from kibitz.server.address import of_client
from kibitz.server.auth import NoSession
from kibitz.server.hall import Hall
from kibitz.server.limits import TooManyRequests
from kibitz.server.relay import RELAYED
from kibitz.server.sliding_window import Rates
from kibitz.table.projection import position_at, project, record_history
from kibitz.table.setup import Setup

routes = APIRouter(prefix="/api")
LIMIT_MAX = 1_000_000  # accepted in a request; Limits bounds the response
TIME_MAX = 1e11  # seconds since 1970: a few thousand years


class UnknownRecord(KibitzError):
    """There is no record with this id."""

    code = "unknown_record"


class NotAPly(KibitzError):
    """The game has no position with this number."""

    code = "no_such_position"


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def tokens_of(request: Request) -> auth.Tokens:
    tokens: auth.Tokens = request.app.state.tokens
    return tokens


def address_of(request: Request) -> str:
    return of_client(request.client)


def player_of(request: Request) -> str | None:
    """Return the player of a request; None without a session. A closed server requires one."""
    tokens = tokens_of(request)
    player = tokens.player(auth.token_of(request.cookies, request.headers))
    if player is None and tokens.closed:
        raise NoSession("this server needs a passphrase; send it with POST /api/session")
    return player


def person_of(request: Request) -> str:
    player = player_of(request)
    if player is None:
        raise NoSession("missing or invalid token; get one with POST /api/session")
    return player


Player = Annotated[str | None, Depends(player_of)]
Person = Annotated[str, Depends(person_of)]
Tables = Annotated[Hall, Depends(hall_of)]


@routes.get("/server", response_model=messages.ServerFacts)
async def server(request: Request) -> dict[str, Any]:
    """Return what a page needs first: versions, and whether there is a session."""
    tokens = tokens_of(request)
    player = tokens.player(auth.token_of(request.cookies, request.headers))
    session = None
    if player is not None:
        session = {"player": player, "name": auth.name_of(request.cookies), "token": None}
    return {
        "version": __version__,
        "protocol": messages.PROTOCOL,
        "passphrase": tokens.closed,
        "address": request.app.state.address,
        "training": request.app.state.owner.admits(request),
        "session": session,
    }


@routes.post("/session", response_model=messages.Session)
async def session(
    asked: messages.SessionRequest, request: Request, response: Response
) -> dict[str, Any]:
    """Start a session, as a cookie or as a token in the response. A valid cookie is kept."""
    hall, tokens = hall_of(request), tokens_of(request)
    rates: Rates = request.app.state.session_rates
    if not rates.allows(address_of(request), hall.now(), hall.limits.sessions_max):
        raise TooManyRequests("too many attempts from your address; wait a few seconds")
    # Ignore the cookie if the token goes into the response, where scripts could read it.
    known = auth.token_of(request.cookies if asked.cookie else {}, request.headers)
    player = tokens.player(known)
    if player is None:
        tokens.check_passphrase(asked.passphrase)
        known = tokens.issue()
        player = tokens.player(known)
    name = auth.clean_name(asked.name or "") or auth.name_of(request.cookies)
    if asked.cookie:
        secure = request.url.scheme == "https"
        for cookie, value in ((auth.COOKIE, known), (auth.NAME_COOKIE, auth.name_cookie(name))):
            response.set_cookie(
                cookie,
                value or "",
                max_age=auth.COOKIE_SECONDS,
                httponly=True,
                samesite="strict",
                secure=secure,
            )
    return {"player": player, "name": name, "token": None if asked.cookie else known}


@routes.get("/games", response_model=list[messages.GameFacts])
async def games(_: Player) -> list[dict[str, Any]]:
    """Return all games with their options and card faces."""
    return catalogue.games()


@routes.get("/games/{game}", response_model=messages.GameFacts)
async def one_game(game: messages.GameName, _: Player) -> dict[str, Any]:
    return catalogue.game_facts(game)


@routes.get("/games/{game}/rules", response_class=PlainTextResponse)
async def rules(game: messages.GameName, _: Player) -> PlainTextResponse:
    """Return the rules as Markdown."""
    return PlainTextResponse(catalogue.rules(game), media_type="text/markdown; charset=utf-8")


@routes.get("/games/{game}/bots", response_model=list[messages.BotFacts])
async def bots(game: messages.GameName, _: Player) -> list[dict[str, Any]]:
    """Return the bots that may sit at a table."""
    return await asyncio.to_thread(catalogue.bots, game)


@routes.get("/tables", response_model=list[messages.TableSummary])
async def tables(request: Request, hall: Tables, player: Player) -> list[dict[str, Any]]:
    """Return your own tables, and the listed ones."""
    if RELAYED in request.headers:  # another process asks for those that are here
        return hall.tables(player)
    token = auth.token_of(request.cookies, request.headers)
    return await hall.all_tables(player, token, address_of(request))


@routes.post("/tables", response_model=messages.Created, status_code=201)
async def create(
    setup: messages.Setup, request: Request, hall: Tables, player: Person
) -> dict[str, Any]:
    """Create a table. Watch it over the WebSocket."""
    name = auth.name_of(request.cookies)
    wanted = Setup.of(setup.model_dump())
    room = await hall.create(wanted, player, name, address_of(request))
    return {"table": room.table.id}


@routes.get("/tables/{table}", response_model=messages.TableMessage)
async def table(table: messages.TableId, hall: Tables, player: Player) -> dict[str, Any]:
    """Return a table in full, as you see it."""
    found, around = await hall.look(table)
    return project(found, player, around)


@routes.get("/records", response_model=list[messages.RecordSummary])
async def records(
    hall: Tables,
    player: Player,
    game: messages.GameName | None = None,
    limit: Annotated[int, Query(ge=1, le=LIMIT_MAX)] = 50,
    before: Annotated[float, Query(ge=0, le=TIME_MAX, allow_inf_nan=False)] | None = None,
    mine: bool = False,
) -> list[dict[str, Any]]:
    """Return finished games, the latest first: your own, and those of listed tables.

    With `mine`, only your own. For the next page, set `before` to the `ended` of the last game.
    """
    limit = min(limit, hall.limits.records_max)
    rows = await asyncio.to_thread(hall.store.records, game, limit, before, player, mine)
    reviews = await asyncio.to_thread(hall.store.reviews, [row["id"] for row in rows])
    return [_summary(row, player, reviews) for row in rows]


@routes.get("/records/{record}", response_model=messages.RecordReply)
async def one_record(record: messages.RecordId, hall: Tables, player: Player) -> dict[str, Any]:
    """Return a finished game in full."""
    row = await _record(hall, record)
    about = json.loads(row["about"])
    state = _replayed(row)
    return {
        "summary": _summary(row, player),
        "record": row["record"],
        "seal": about["seal"],
        "salt": about["salt"],
        "seed": about["seed"],
        "history": record_history(state, about["seats"]),
    }


@routes.get("/records/{record}/positions/{ply}", response_model=messages.Position)
async def record_position(
    record: messages.RecordId,
    ply: messages.Ply,
    hall: Tables,
    _: Player,
    seat: messages.SeatNumber | None = None,
) -> dict[str, Any]:
    """Return a finished game after `ply` actions, as a seat saw it or with all cards open."""
    state = _replayed(await _record(hall, record))
    if ply > len(state.actions):
        raise NotAPly(f"the game has positions 0 to {len(state.actions)}")
    if seat is not None:
        state.game.check_seat(seat)
    return position_at(state, ply, seat, open_cards=True)


async def _record(hall: Hall, record: str) -> dict[str, Any]:
    row = await asyncio.to_thread(hall.store.record, record)
    if row is None:
        raise UnknownRecord("there is no such record")
    return row


def _replayed(row: dict[str, Any]) -> Any:
    record = json.loads(row["record"])
    return game_of(record).replay(record)


def _summary(
    row: dict[str, Any], player: str | None, reviews: Mapping[tuple[str, int], str] | None = None
) -> dict[str, Any]:
    about = json.loads(row["about"])
    players = about.get("players", [])  # older records lack it
    yours = players.index(player) if player is not None and player in players else None
    review = None if yours is None else (reviews or {}).get((row["id"], yours))
    return {
        "record": row["id"],
        "table": row["table_id"],
        "game": row["game"],
        "title": catalogue.title(row["game"]),
        "options": about["options"],
        "seats": about["seats"],
        "bots": about["bots"],
        "your_seat": yours,
        "returns": about["returns"],
        "outcome": about["outcome"],
        "plies": about["plies"],
        "peeks": about.get("peeks", [0] * len(about["seats"])),  # older records lack it
        "resigned": about.get("resigned"),
        "origin": about.get("origin"),
        "bids": None if yours is None else about.get("bids", [None] * len(players))[yours],
        "review": None if review is None else json.loads(review),
        "ended": row["ended"],
    }
