"""The training room's routes: recipes, runs and their files. For the owner alone.

What reads files or processes runs in a thread. The WebSocket of a run sends what is new in its
folder about once a second.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from kibitz.core.errors import KibitzError
from kibitz.server import auth
from kibitz.server.messages import GameName
from kibitz.server.messages import training as messages
from kibitz.server.routes.tables import tokens_of
from kibitz.server.socket import POLICY, TRY_LATER, TooManyConnections
from kibitz.server.training import access, cleaning, forms, launch
from kibitz.server.training.access import NotOwner, Owner
from kibitz.server.training.reports import RunReports
from kibitz.server.training.runs import RunBusy, Runs, state_of

LIVE_SECONDS = 1.0
OFFSET_MAX = 2**53 - 1


@contextlib.asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.teller = RunReports(Runs(app.state.runs))
    yield


# Open to everybody: it is how one becomes the owner.
door = APIRouter(prefix="/api/training")
routes = APIRouter(prefix="/api/training", lifespan=lifespan, dependencies=[Depends(access.check)])


def reports_of(request: Request) -> RunReports:
    teller: RunReports = request.app.state.teller
    return teller


Room = Annotated[RunReports, Depends(reports_of)]


@door.post("/owner", response_model=messages.Done)
async def claim(asked: messages.Claim, request: Request, response: Response) -> dict[str, Any]:
    """Exchange the owner's token for a cookie, and for a session if there is none."""
    owner: Owner = request.app.state.owner
    if not owner.knows(asked.token):
        raise NotOwner("this is not the owner's address of this server; it may be out of date")
    tokens = tokens_of(request)
    cookies = {access.COOKIE: asked.token}
    if tokens.player(auth.token_of(request.cookies, request.headers)) is None:
        cookies[auth.COOKIE] = tokens.issue()
    for name, value in cookies.items():
        response.set_cookie(
            name, value, max_age=auth.COOKIE_SECONDS, httponly=True, samesite="strict",
            secure=request.url.scheme == "https",
        )  # fmt: skip
    return {"done": True}


@routes.get("", response_model=messages.TrainingFacts)
async def facts(room: Room) -> dict[str, Any]:
    """Return the recipes, and what is missing for training."""
    found = await asyncio.to_thread(forms.all_recipes)
    return {"folder": str(room.runs.root), "recipes": found, "needs": forms.needs()}


@routes.get("/recipes/{game}/{recipe}", response_model=messages.RecipeForm)
async def recipe(game: GameName, recipe: messages.RecipeName) -> dict[str, Any]:
    """Return a recipe with all its settings."""
    return await asyncio.to_thread(forms.form, game, recipe)


@routes.post("/command", response_model=messages.CommandReply)
async def command(asked: messages.StartRun, room: Room) -> dict[str, Any]:
    """Check settings, and return the command that starts such a run in a terminal."""
    weights = _weights(room, asked)
    try:
        await asyncio.to_thread(forms.check, asked.game, asked.recipe, asked.values)
    except KibitzError as error:  # an answer like any other: it is what was asked for
        return {"command": "", "refusal": {"code": error.code, "sentence": str(error)}}
    name = asked.name or "NAME"
    words = launch.new_words(asked.game, asked.recipe, name, asked.values, weights)
    if asked.name is None:
        words = [word for word in words if word not in ("--name", "NAME")]
    return {"command": forms.shown_command(words), "refusal": None}


def _weights(room: RunReports, asked: messages.StartRun) -> Any:
    if asked.weights is None or asked.weights_run is None:
        return None
    return room.runs.file(asked.weights_run, asked.weights)


@routes.get("/runs", response_model=messages.RunsReport)
async def runs(room: Room) -> dict[str, Any]:
    """Return all runs with their state, and the load of the machine."""
    return await asyncio.to_thread(room.all)


@routes.post("/runs", response_model=messages.RunStarted, status_code=201)
async def start(asked: messages.StartRun, room: Room) -> dict[str, Any]:
    """Start a run in its own process."""
    weights = _weights(room, asked)
    run = await asyncio.to_thread(
        launch.begin, room.runs, asked.game, asked.recipe, asked.name, asked.values, weights
    )
    return {"run": run}


@routes.get("/runs/{run}", response_model=messages.RunReport)
async def one_run(run: messages.RunId, room: Room) -> dict[str, Any]:
    """Return a run with its settings, files, jobs and evaluations."""
    return await asyncio.to_thread(room.run, run)


@routes.delete("/runs/{run}", response_model=messages.Done)
async def delete(run: messages.RunId, room: Room) -> dict[str, Any]:
    """Delete a run that is not running, with everything in its folder."""
    await asyncio.to_thread(cleaning.delete, room.runs, run)
    return {"done": True}


@routes.post("/runs/{run}/resume", response_model=messages.Done)
async def resume(run: messages.RunId, asked: messages.ResumeRun, room: Room) -> dict[str, Any]:
    """Resume a stopped run."""
    file = None if asked.file is None else room.runs.file(run, asked.file)
    await asyncio.to_thread(launch.resume, room.runs, run, asked.values, file)
    return {"done": True}


@routes.post("/runs/{run}/tell", response_model=messages.Done)
async def request_of(run: messages.RunId, asked: messages.RunRequest, room: Room) -> dict[str, Any]:
    """Pause, resume or stop a run after its current update, or make it evaluate itself."""
    await asyncio.to_thread(_request, room, run, asked.word)
    return {"done": True}


def _request(room: RunReports, run: str, word: str) -> None:
    folder = _going(room, run)
    if word == "evaluate":
        folder.ask({"do": "evaluate"})
    else:
        folder.request(word)


def _going(room: RunReports, run: str) -> Any:
    folder = room.runs.folder(run)
    if not state_of(folder).is_live:
        raise RunBusy(f"{run} is not running: resume it first")
    return folder


@routes.post("/runs/{run}/pool", response_model=messages.Done)
async def change_pool(
    run: messages.RunId, asked: messages.ChangePool, room: Room
) -> dict[str, Any]:
    """Ask a run to change its pool after the current update."""
    request: dict[str, Any] = {"do": asked.do, "name": asked.name}
    if asked.run is not None and asked.file is not None:
        request = {"do": asked.do, "file": str(room.runs.file(asked.run, asked.file))}
    folder = await asyncio.to_thread(_going, room, run)
    await asyncio.to_thread(folder.ask, request)
    return {"done": True}


@routes.post("/runs/{run}/clean", response_model=messages.Freed)
async def clean(run: messages.RunId, asked: messages.CleanRun, room: Room) -> dict[str, Any]:
    """Delete old checkpoints and snapshots."""
    folder = room.runs.folder(run)
    freed = await asyncio.to_thread(cleaning.clean, folder, asked.checkpoints, asked.snapshots)
    return {"bytes": freed}


# A WebSocket has no response to carry an error, so the door checks for itself.
@door.websocket("/runs/{run}/live")
async def live(
    websocket: WebSocket,
    run: messages.RunId,
    offset: Annotated[int, Query(ge=0, le=OFFSET_MAX)] = 0,
) -> None:
    """Send what is new in a run, about every second."""
    state = websocket.app.state
    await websocket.accept()
    address = websocket.client.host if websocket.client else "?"
    try:
        access.check(websocket)
        with state.connections.one(address, state.hall):
            await _stream(websocket, state.teller, run, offset)
    except TooManyConnections as error:
        await _close(websocket, TRY_LATER, error.code)
    except KibitzError as error:
        await _close(websocket, POLICY, error.code)
    except WebSocketDisconnect:
        pass


async def _stream(websocket: WebSocket, room: RunReports, run: str, offset: int) -> None:
    gone = asyncio.create_task(websocket.receive())
    try:
        while not gone.done():
            report = await asyncio.to_thread(room.live, run, offset)
            offset = report["offset"]
            await websocket.send_json(report)
            await asyncio.wait({gone}, timeout=LIVE_SECONDS)
    finally:
        gone.cancel()


async def _close(websocket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError):
        await websocket.close(code, reason)
