"""The analysis routes: hint, review, explorer, annonces, advisor. docs/protocol.md describes them.

The server process computes nothing itself: questions go to the pool of worker processes
(thinking.py). A worker gets only the view of the seat that asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request

from kibitz.advice.grades import GRADES
from kibitz.core.errors import KibitzError
from kibitz.core.rng import mix
from kibitz.server.hall import Hall
from kibitz.server.jobs import Jobs
from kibitz.server.messages import GameName, TableId
from kibitz.server.messages import analysis as messages
from kibitz.server.routes.tables import Person, Tables, UnknownRecord
from kibitz.server.thinking import ask, hint_question
from kibitz.table.errors import NotPlaying, NotSeated, NotYourTurn

OPTIONS_LENGTH_MAX = 2000


class BadQuestion(KibitzError):
    """A question with missing or conflicting fields."""

    code = "bad_question"


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Keep jobs for the lifetime of the server."""
    hall: Hall = app.state.hall
    app.state.jobs = Jobs(hall.pool, hall.limits, hall.now)
    try:
        yield
    finally:
        await app.state.jobs.close()


routes = APIRouter(prefix="/api/analysis", lifespan=lifespan)


def jobs_of(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


RunningJobs = Annotated[Jobs, Depends(jobs_of)]


@routes.post("/tables/{table}/hint", response_model=messages.HintReply)
async def table_hint(
    table: TableId, asked: messages.AskHint, hall: Tables, player: Person
) -> dict[str, Any]:
    """On your turn: what a bot would do, its full distribution, and why."""
    at, _ = await hall.look(table)
    seat = at.seat_of(player)
    if seat is None:
        raise NotSeated("you have no seat at this table")
    if at.status != "playing":
        raise NotPlaying("no game is in progress at this table")
    if at.on_turn != seat:
        raise NotYourTurn("you can ask for a hint only on your turn")
    # Asking twice gives the same answer; the seed reveals nothing of the table's own.
    question = hint_question(at.view(seat), asked.bot, asked.worlds, mix(at.ply, seat))
    return await ask(hall.pool, question, who=player)


@routes.post("/reviews", response_model=messages.JobReply, status_code=202)
async def review(
    asked: messages.AskReview, hall: Tables, jobs: RunningJobs, player: Person
) -> dict[str, Any]:
    """Review each decision of a seat in a finished game."""
    if (asked.record is None) == (asked.line is None):
        raise BadQuestion("give either the id of a record or a record as a line")
    line, about = asked.line, {}
    if asked.record is not None:
        row = await asyncio.to_thread(hall.store.record, asked.record)
        if row is None:
            raise UnknownRecord("there is no such record")
        line, about = row["record"], json.loads(row["about"])
    unfinished = about.get("resigned") is not None
    question = asked.model_dump(exclude={"line"}) | {"record": line, "unfinished": unfinished}
    job = jobs.begin("review", player, question)
    players = about.get("players", [])
    if asked.record is not None and player in players and players.index(player) == asked.seat:
        job.on_done = lambda found: _keep_review(hall, asked.record or "", found)
    return job.message()


def _keep_review(hall: Hall, record: str, found: dict[str, Any]) -> None:
    """Store what a review of one's own seat came to, for the statistics.

    One that was stopped, or ran out of time, counts once every decision has been looked at: its
    losses are rougher, but none is missing. A complete one takes its place.
    """
    judged, complete = found["judged"], found["ended"] == "all"
    if len(judged) < found["decisions"]:
        return
    chances = [one["chance"]["value"] for one in judged if one["chance"] is not None]
    about = {
        "reward": found["reward"],
        "decisions": len(judged),
        "loss": found["loss"],
        "grades": {grade: sum(one["grade"] == grade for one in judged) for grade in GRADES},
        "start": chances[0] if chances else None,
    }
    hall.store.add_review(record, found["seat"], json.dumps(about), complete=complete)


@routes.post("/annonces", response_model=messages.JobReply, status_code=202)
async def annonces(
    asked: messages.AskAnnonces, jobs: RunningJobs, player: Person
) -> dict[str, Any]:
    """Estimate what a Belote hand is worth in each suit."""
    return jobs.begin("annonces", player, asked.model_dump()).message()


@routes.get("/jobs/{job}", response_model=messages.JobReply)
async def job(job: messages.JobId, jobs: RunningJobs, player: Person) -> dict[str, Any]:
    """Return the progress of a job and its results so far."""
    return jobs.find(job, player).message()


@routes.delete("/jobs/{job}", response_model=messages.JobReply)
async def stop_job(job: messages.JobId, jobs: RunningJobs, player: Person) -> dict[str, Any]:
    """Stop a job and keep its results so far."""
    found = jobs.find(job, player)
    await jobs.stop(found)
    return found.message()


@routes.post("/scenes", response_model=messages.SceneReply)
async def scene(asked: messages.AskScene, hall: Tables, player: Person) -> dict[str, Any]:
    """Check a position set up by hand, and return its link."""
    return await ask(hall.pool, {"ask": "scene", **asked.model_dump()}, who=player)


@routes.get("/scenes/{game}", response_model=messages.SceneReply)
async def new_scene(
    game: GameName,
    hall: Tables,
    player: Person,
    options: Annotated[str, Query(max_length=OPTIONS_LENGTH_MAX)] = "{}",
) -> dict[str, Any]:
    """Return a scene with a new deal; `options` are JSON."""
    return await ask(
        hall.pool, {"ask": "new_scene", "game": game, "options": _options(options)}, who=player
    )


def _options(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadQuestion("options must be a JSON object")
    return found


@routes.post("/explore", response_model=messages.ExplorerReply)
async def explore(asked: messages.AskExplore, hall: Tables, player: Person) -> dict[str, Any]:
    """Return each bot's hint for a position, and the solver's values."""
    return await ask(hall.pool, {"ask": "explore", **asked.model_dump()}, who=player)


@routes.post("/advisor", response_model=messages.AdvisorReply)
async def advisor(asked: messages.AskAdvisor, hall: Tables, player: Person) -> dict[str, Any]:
    """Check the entries of a real game, and return what to enter next."""
    return await ask(hall.pool, {"ask": "advise", **asked.model_dump()}, who=player)


@routes.post("/advisor/read", response_model=messages.EntriesReply)
async def advisor_read(asked: messages.AskPosition, hall: Tables, _: Person) -> dict[str, Any]:
    """Read a position that is given as one text, and return its entries."""
    return await ask(hall.pool, {"ask": "advise_read", **asked.model_dump()})


@routes.post("/advisor/hint", response_model=messages.HintReply)
async def advisor_hint(
    asked: messages.AskAdvisorHint, hall: Tables, player: Person
) -> dict[str, Any]:
    """Return what a bot would do, on the player's turn."""
    return await ask(hall.pool, {"ask": "advise_hint", **asked.model_dump()}, who=player)
