"""The analysis routes: hint, review, explorer, annonces, advisor. docs/protocol.md describes them.

The server itself thinks nothing: questions go to processes (analysts.py). Of a table an analyst is
told the view of the seat that asks, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request

from kibitz.core.errors import KibitzError
from kibitz.core.rng import mix
from kibitz.interfaces.web.analysts import Analysts, Job, about_view
from kibitz.interfaces.web.api import Person, Tables, UnknownRecord
from kibitz.interfaces.web.hall import Hall
from kibitz.interfaces.web.messages import GameName, TableId
from kibitz.interfaces.web.messages import analysis as messages
from kibitz.table.errors import NotPlaying, NotSeated, NotYourTurn

OPTIONS_LENGTH_MAX = 2000


class BadQuestion(KibitzError):
    """A question with too much or too little in it."""

    code = "bad_message"


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """The analysts live as long as the server; their processes start when first asked."""
    hall: Hall = app.state.hall
    app.state.analysts = Analysts(hall.limits, hall.now)
    try:
        yield
    finally:
        await app.state.analysts.close()


routes = APIRouter(prefix="/api/analysis", lifespan=lifespan)


def analysts_of(request: Request) -> Analysts:
    analysts: Analysts = request.app.state.analysts
    return analysts


Asked = Annotated[Analysts, Depends(analysts_of)]


@routes.post("/tables/{table}/hint", response_model=messages.HintTold)
async def table_hint(
    table: TableId, asked: messages.AskHint, hall: Tables, analysts: Asked, player: Person
) -> dict[str, Any]:
    """On one's turn: what a bot would do, the whole distribution, and why."""
    at = (await hall.room(table)).table
    seat = at.seat_of(player)
    if seat is None:
        raise NotSeated("you have no seat at this table")
    if at.status != "playing":
        raise NotPlaying("no game is under way")
    if at.on_turn != seat:
        raise NotYourTurn("ask when it is your turn")
    # The same question, the same answer; nothing of the table's own seed is in it.
    question = about_view(at.view(seat), asked.bot, asked.worlds, mix(at.ply, seat))
    return await analysts.ask(question)


@routes.post("/reviews", response_model=messages.JobTold, status_code=202)
async def review(
    asked: messages.AskReview, hall: Tables, analysts: Asked, player: Person
) -> dict[str, Any]:
    """Judge each decision of a seat in a finished game."""
    if (asked.record is None) == (asked.line is None):
        raise BadQuestion("give a record of this server or a line, one of them")
    line = asked.line
    if asked.record is not None:
        row = await asyncio.to_thread(hall.store.record, asked.record)
        if row is None:
            raise UnknownRecord("there is no such record")
        line = row["record"]
    question = asked.model_dump(exclude={"line"}) | {"record": line}
    return analysts.begin("review", player, question).told()


@routes.post("/annonces", response_model=messages.JobTold, status_code=202)
async def annonces(asked: messages.AskAnnonces, analysts: Asked, player: Person) -> dict[str, Any]:
    """Belote: what a hand is worth in each suit."""
    return analysts.begin("annonces", player, asked.model_dump()).told()


@routes.get("/jobs/{job}", response_model=messages.JobTold)
async def job(job: messages.JobId, analysts: Asked, player: Person) -> dict[str, Any]:
    """How far a job is, and what it has found."""
    return analysts.find(job, player).told()


@routes.delete("/jobs/{job}", response_model=messages.JobTold)
async def stop_job(job: messages.JobId, analysts: Asked, player: Person) -> dict[str, Any]:
    """Stop a job; what it has found stays."""
    found: Job = analysts.find(job, player)
    await analysts.stop(found)
    return found.told()


@routes.post("/scenes", response_model=messages.SceneTold)
async def scene(asked: messages.AskScene, analysts: Asked, _: Person) -> dict[str, Any]:
    """Check a position that was set up by hand, and get its link."""
    return await analysts.ask({"kind": "scene", **asked.model_dump()})


@routes.get("/scenes/{game}", response_model=messages.SceneTold)
async def new_scene(
    game: GameName,
    analysts: Asked,
    _: Person,
    options: Annotated[str, Query(max_length=OPTIONS_LENGTH_MAX)] = "{}",
) -> dict[str, Any]:
    """A new deal to begin with; `options` as JSON."""
    return await analysts.ask({"kind": "new_scene", "game": game, "options": _options(options)})


def _options(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadQuestion("options are a JSON object")
    return found


@routes.post("/explore", response_model=messages.ExploredTold)
async def explore(asked: messages.AskExplore, analysts: Asked, _: Person) -> dict[str, Any]:
    """What each bot thinks of a position, and what the solver knows."""
    return await analysts.ask({"kind": "explore", **asked.model_dump()})


@routes.post("/advisor", response_model=messages.AdvisedTold)
async def advisor(asked: messages.AskAdvisor, analysts: Asked, _: Person) -> dict[str, Any]:
    """Check what was entered of a game at a kitchen table, and what comes next."""
    return await analysts.ask({"kind": "advisor", **asked.model_dump()})


@routes.post("/advisor/hint", response_model=messages.HintTold)
async def advisor_hint(
    asked: messages.AskAdvisorHint, analysts: Asked, _: Person
) -> dict[str, Any]:
    """What a bot would do there, on one's own turn."""
    return await analysts.ask({"kind": "advisor_hint", **asked.model_dump()})
