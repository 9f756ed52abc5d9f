"""Leagues: a folder with league.toml, and the folders of its agents beside it.

`kibitz league` runs all agents and restarts those that fail. One agent alone is an ordinary run:
it is started with the command that the league would use, and stopped through its own folder. While
the league runs, it is the league that starts an agent again.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.core.files import remove, write_atomic
from kibitz.learning.errors import BadLeague
from kibitz.learning.league import Agent, League
from kibitz.learning.run_folder import Folder
from kibitz.server.training import forms, launch, processes, tail
from kibitz.server.training.runs import PART, RunBusy, Runs, UnknownRun, mapping, remember, state_of

LINES = 200  # of the league's log
FILE = "league.toml"
PROCESS = "league.process.json"  # of the league itself; agents have their own


def _quiet(_: str) -> None:
    """The league prints nothing here: it is only asked for its agents."""


def find(runs: Runs, name: str) -> League:
    path = runs.path(name)
    if ":" in name or not (path / FILE).is_file():
        raise UnknownRun(f"there is no league {name}")
    return League(path / FILE, _quiet)


def save(runs: Runs, name: str, game: str, agents: Sequence[Mapping[str, Any]]) -> None:
    """Write a new league, or change one that is not running; nothing changes if it is refused."""
    path = runs.path(name)
    if ":" in name or (path.exists() and not (path / FILE).is_file()):
        raise RunBusy(f"there is already a run {name}: choose another name")
    if _process(path) is not None:
        raise RunBusy(f"{name} is running: stop it before you change it")
    lines = [f"game = {json.dumps(game)}", 'folder = "."']
    for agent in agents:
        if not re.fullmatch(PART, agent["name"]):
            raise BadLeague(f"{agent['name'][:64]!r} is not the name of an agent")
        table = f'[agents."{agent["name"]}"]'
        lines += ["", table, f'role = "{agent["role"]}"', f"recipe = {json.dumps(agent['recipe'])}"]
        lines += [f"{table[:-1]}.set]"] if agent["values"] else []
        lines += [f"{key} = {json.dumps(value)}" for key, value in agent["values"].items()]
    text = "\n".join(lines) + "\n"
    trial = path / ".league.toml"
    write_atomic(trial, text)
    try:
        League(trial, _quiet)
    finally:
        remove(trial)
        if not (path / FILE).exists() and not any(path.iterdir()):
            path.rmdir()
    write_atomic(path / FILE, text)


def start(runs: Runs, name: str) -> None:
    """Start all agents under the league."""
    forms.check_torch()
    league = find(runs, name)
    path = runs.path(name)
    if _process(path) is not None:
        raise RunBusy(f"{name} is already running")
    alone = [a.name for a in league.agents if state_of(a.folder).is_live]
    if alone:
        raise RunBusy(f"{', '.join(alone)} of {name} was started separately: stop it first")
    launch.check_room(runs)
    words = ["league", str(path / FILE)]
    pid = processes.start([sys.executable, "-m", "kibitz", *words], path / "log")
    remember(path / PROCESS, pid, words)


def stop(runs: Runs, name: str) -> None:
    """Stop the league and all its agents, each with a checkpoint."""
    league, path = find(runs, name), runs.path(name)
    about = mapping(path / PROCESS)
    if _process(path) is not None:
        processes.end(int(about["pid"]), float(about["started"]))
        return
    for agent in league.agents:
        if state_of(agent.folder).is_live:
            agent.folder.request("stop")


def start_agent(runs: Runs, name: str, agent: str) -> None:
    forms.check_torch()
    league, path = find(runs, name), runs.path(name)
    one = _agent(league, name, agent)
    if state_of(one.folder).is_live:
        raise RunBusy(f"{agent} is running or still stopping: try again in a moment")
    if _process(path) is not None:
        Folder(path).ask({"do": "start", "agent": agent})
        return
    if one.role == "exploiter" and league.weights() is None:
        raise RunBusy(f"{agent} starts from a snapshot of a main agent, and there is none yet")
    launch.check_room(runs)
    launch.spawn(one.folder.path, league.command(one)[3:])


def stop_agent(runs: Runs, name: str, agent: str) -> None:
    one = _agent(find(runs, name), name, agent)
    if not state_of(one.folder).is_live:
        raise RunBusy(f"{agent} is not running")
    one.folder.request("stop")


def _agent(league: League, name: str, agent: str) -> Agent:
    for one in league.agents:
        if one.name == agent:
            return one
    raise UnknownRun(f"{name} has no agent {agent}")


def _process(path: Path) -> Any:
    about = mapping(path / PROCESS)
    return processes.find(about.get("pid"), float(about.get("started") or 0))


def report(runs: Runs, name: str) -> dict[str, Any]:
    """Return a league with its agents, as the page shows it."""
    league, path = find(runs, name), runs.path(name)
    held = mapping(path / "league.json").get("agents", {})
    return {
        "league": name,
        "game": league.game,
        "state": "running" if _process(path) is not None else "stopped",
        "agents": [_agent_report(league, name, agent, held) for agent in league.agents],
        "lines": tail.last_lines(path / "log", LINES),
        "command": forms.shown_command(["league", str(path / FILE)]),
    }


def _agent_report(
    league: League, name: str, agent: Agent, held: Mapping[str, Any]
) -> dict[str, Any]:
    now = state_of(agent.folder)
    return {
        "agent": agent.name,
        "run": f"{name}:{agent.name}",
        "role": agent.role,
        "recipe": agent.recipe,
        "values": dict(text.split("=", 1) for text in agent.sets),
        "state": now.state,
        "step": int(now.status.get("step") or 0),
        "progress": float(now.status.get("progress") or 0),
        "restarts": int(held.get(agent.name, {}).get("restarts", 0)),
        "plays": [a.name for a in league.agents if a is not agent and a.role != agent.role],
    }


def every(runs: Runs) -> list[dict[str, Any]]:
    """Return all leagues; one with a damaged file is left out."""
    found = []
    for path in runs.leagues():
        try:
            found.append(report(runs, path.name))
        except (BadLeague, UnknownRun):
            continue
    return found
