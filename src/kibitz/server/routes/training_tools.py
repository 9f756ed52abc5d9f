"""More of the training room's routes: jobs about snapshots, bots, leagues and presets."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path

from kibitz.server import catalogue
from kibitz.server.messages import GameName
from kibitz.server.messages import training as messages
from kibitz.server.routes.training import Room
from kibitz.server.training import access, jobs, leagues, players, presets
from kibitz.server.training.reports import RunReports
from kibitz.table.setup import find_bot

routes = APIRouter(prefix="/api/training", dependencies=[Depends(access.check)])
JobId = Annotated[str, Path(pattern=r"^[0-9a-f]{12}$")]


@routes.post("/runs/{run}/evaluations", response_model=messages.RunStarted, status_code=202)
async def evaluate(
    run: messages.RunId, asked: messages.AskEvaluation, room: Room
) -> dict[str, Any]:
    """Evaluate a snapshot or checkpoint, in its own process."""
    file = room.runs.file(run, asked.file)
    words = ["evaluate", str(file), "--games", str(asked.games), "--json"]
    if asked.opponents:
        words += ["--opponents", ",".join(asked.opponents)]
    folder = room.runs.folder(run)
    job = await asyncio.to_thread(jobs.begin, folder, "evaluation", asked.file, words)
    return {"run": job}


@routes.post("/runs/{run}/leaderboard", response_model=messages.RunStarted, status_code=202)
async def leaderboard(
    run: messages.RunId, asked: messages.AskLeaderboard, room: Room
) -> dict[str, Any]:
    """Play a snapshot against all quick players of its game; the arena's leaderboard shows it."""
    folder = room.runs.folder(run)
    file = room.runs.file(run, asked.file)
    _, spec = await asyncio.to_thread(players.promote, room.runs, folder, file)
    words = ["arena", "gauntlet", str(spec), "--game", folder.who()[0], "-n", str(asked.deals)]
    words += ["--workers", "1", "--json"]
    job = await asyncio.to_thread(jobs.begin, folder, "leaderboard", asked.file, words)
    return {"run": job}


@routes.delete("/runs/{run}/jobs/{job}", response_model=messages.Done)
async def stop_job(run: messages.RunId, job: JobId, room: Room) -> dict[str, Any]:
    """Stop a job."""
    await asyncio.to_thread(jobs.stop, room.runs.folder(run), job)
    return {"done": True}


@routes.post("/runs/{run}/players", response_model=messages.PlayerMade, status_code=201)
async def make_player(run: messages.RunId, asked: messages.AskPlayer, room: Room) -> dict[str, Any]:
    """Turn a snapshot or checkpoint into a bot that can sit at a table."""
    return await asyncio.to_thread(_player, room, run, asked.file)


def _player(room: RunReports, run: str, name: str) -> dict[str, Any]:
    folder = room.runs.folder(run)
    bot, _ = players.promote(room.runs, folder, room.runs.file(run, name))
    game = folder.who()[0]
    find_bot(game, bot)  # known to this server from now on
    catalogue.forget_bots()
    count, options = players.table_of(folder)
    return {"game": game, "bot": bot, "players": count, "options": options}


# Leagues -----------------------------------------------------------------------------------------


@routes.get("/leagues", response_model=list[messages.LeagueReport])
async def all_leagues(room: Room) -> list[dict[str, Any]]:
    return await asyncio.to_thread(leagues.every, room.runs)


@routes.post("/leagues", response_model=messages.LeagueReport, status_code=201)
async def save_league(asked: messages.SaveLeague, room: Room) -> dict[str, Any]:
    """Create a league, or change one that is not running."""
    agents = [agent.model_dump() for agent in asked.agents]
    await asyncio.to_thread(leagues.save, room.runs, asked.name, asked.game, agents)
    return await asyncio.to_thread(leagues.report, room.runs, asked.name)


@routes.post("/leagues/{league}/start", response_model=messages.Done)
async def start_league(league: messages.PartName, room: Room) -> dict[str, Any]:
    await asyncio.to_thread(leagues.start, room.runs, league)
    return {"done": True}


@routes.post("/leagues/{league}/stop", response_model=messages.Done)
async def stop_league(league: messages.PartName, room: Room) -> dict[str, Any]:
    await asyncio.to_thread(leagues.stop, room.runs, league)
    return {"done": True}


@routes.post("/leagues/{league}/agents/{agent}/start", response_model=messages.Done)
async def start_agent(
    league: messages.PartName, agent: messages.PartName, room: Room
) -> dict[str, Any]:
    await asyncio.to_thread(leagues.start_agent, room.runs, league, agent)
    return {"done": True}


@routes.post("/leagues/{league}/agents/{agent}/stop", response_model=messages.Done)
async def stop_agent(
    league: messages.PartName, agent: messages.PartName, room: Room
) -> dict[str, Any]:
    await asyncio.to_thread(leagues.stop_agent, room.runs, league, agent)
    return {"done": True}


# Presets -----------------------------------------------------------------------------------------


@routes.get("/presets", response_model=list[messages.Preset])
async def all_presets(room: Room) -> list[dict[str, Any]]:
    return await asyncio.to_thread(presets.every, room.runs.root)


@routes.post("/presets", response_model=messages.Done, status_code=201)
async def save_preset(asked: messages.SavePreset, room: Room) -> dict[str, Any]:
    await asyncio.to_thread(
        presets.save, room.runs.root, asked.game, asked.recipe, asked.name, asked.values
    )
    return {"done": True}


@routes.delete("/presets/{game}/{recipe}/{name}", response_model=messages.Done)
async def delete_preset(
    game: GameName, recipe: messages.RecipeName, name: messages.PresetName, room: Room
) -> dict[str, Any]:
    await asyncio.to_thread(presets.delete, room.runs.root, game, recipe, name)
    return {"done": True}
