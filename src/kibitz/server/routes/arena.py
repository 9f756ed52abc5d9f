"""The arena's read-only routes: leaderboards, matches, games and their replays."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from kibitz.arena.store.store import MATCH_MAX
from kibitz.core.errors import KibitzError
from kibitz.server import arena_reader, messages
from kibitz.server.messages import arena as arena_messages
from kibitz.server.routes.tables import Player
from kibitz.workers.process import start

routes = APIRouter(prefix="/api/arena")
READ_SECONDS_MAX = 120.0
GAMES_MAX = 200

# Bounds of the store's columns and of JavaScript's integers.
MatchNumber = Annotated[int, Path(ge=0, le=MATCH_MAX)]
GameNumber = Annotated[int, Path(ge=0, le=2**53 - 1)]
Offset = Annotated[int, Query(ge=0, le=2**53 - 1)]


class ArenaFailed(KibitzError):
    """The arena's store could not be read."""

    code = "our_fault"
    fault = "us"


class _Boards:
    """The leaderboards last read. One process reads at a time; other requests wait for it."""

    def __init__(self) -> None:
        self.mark: str | None = None
        self.boards: dict[str, Any] = {}
        self.lock = asyncio.Lock()

    async def read(self) -> dict[str, Any]:
        async with self.lock:
            mark = await asyncio.to_thread(arena_reader.mark)
            if mark != self.mark:
                self.boards = await _ask_process()
                self.mark = mark
        return self.boards


async def _ask_process() -> dict[str, Any]:
    process = await start(arena_reader.__name__)
    try:
        said, _ = await asyncio.wait_for(process.communicate(), READ_SECONDS_MAX)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise ArenaFailed("reading the arena took too long") from None
    if process.returncode != 0:
        raise ArenaFailed("the arena's store could not be read")
    boards: dict[str, Any] = json.loads(said)
    return boards


@routes.get("", response_model=arena_messages.ArenaReply)
async def arena(request: Request, _: Player) -> dict[str, Any]:
    """Return the leaderboards and matches from the store of `kibitz arena`."""
    state = request.app.state
    if not hasattr(state, "arena"):
        state.arena = _Boards()
    boards: _Boards = state.arena
    return await boards.read()


@routes.get("/matches/{match}/games", response_model=list[arena_messages.ArenaGame])
async def match_games(
    match: MatchNumber,
    _: Player,
    offset: Offset = 0,
    limit: Annotated[int, Query(ge=1, le=GAMES_MAX)] = 50,
) -> list[dict[str, Any]]:
    """Return games of a match, in schedule order."""
    return await asyncio.to_thread(arena_reader.games_of, match, offset, limit)


@routes.get("/matches/{match}/games/{number}", response_model=messages.RecordReply)
async def match_game(match: MatchNumber, number: GameNumber, _: Player) -> dict[str, Any]:
    """Return one game in full."""
    return await asyncio.to_thread(arena_reader.game_record, match, number)


@routes.get("/matches/{match}/games/{number}/positions/{ply}", response_model=messages.Position)
async def match_position(
    match: MatchNumber,
    number: GameNumber,
    ply: messages.Ply,
    _: Player,
    seat: messages.SeatNumber | None = None,
) -> dict[str, Any]:
    """Return a game after `ply` actions, as a seat saw it or with all cards open."""
    return await asyncio.to_thread(arena_reader.game_position, match, number, ply, seat)
