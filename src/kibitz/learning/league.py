"""A league: runs that train against each other's snapshots, each in its own process.

    game = "ohhell"
    folder = "league"                 # runs/<agent>/ are created here
    [agents.main]
    role = "main"                     # plays the pool and the exploiters' snapshots
    [agents.main.set]
    minutes = 60
    [agents.exploiter]
    role = "exploiter"                # plays only the main agents' snapshots

An exploiter starts with the weights of a main agent's newest snapshot, so it waits until there is
one; `init_weights` among its settings names other weights. An agent with `resume = "runs/first"`
goes on from a copy of that run, which stays as it is. Each run looks for new snapshots of the
others every few updates. An agent that fails is restarted from its last checkpoint, at most three
times; one that has not reported for `stall_minutes` counts as failed. Ctrl-C stops all of them
cleanly. The same command resumes a league that was stopped. On two cores the processes share time;
nothing else changes with more. On a Ray cluster the agents are actors (league_cluster.py).

The league reports to `league.json` in its folder. An agent that was stopped through its own folder
is started again by the request {"do": "start", "agent": ...} there.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kibitz.core.files import BadFile, Lock, read, write_atomic
from kibitz.learning import checkpoint, run_folder
from kibitz.learning.config import BadConfig, nearest, resolve, word_of
from kibitz.learning.cores import cores
from kibitz.learning.errors import BadLeague, BadRun
from kibitz.learning.recipe import find
from kibitz.learning.run_folder import Folder

RESTARTS_MAX = 3
STALL_MINUTES = 30.0
POLL_SECONDS = 0.2
READ_SECONDS = 5.0  # to read the last output of an agent that ended
STOP_SECONDS = 60.0  # for a stopped agent to write its checkpoint
ROLES = ("main", "exploiter")
KEYS = ("game", "folder", "stall_minutes", "agents")
AGENT_KEYS = ("role", "recipe", "resume", "config", "set")
COPIED = ("config.toml", "about.json", "metrics.jsonl", "eval.csv", "checkpoints", "snapshots")


class Process(Protocol):
    """What the league needs of an agent's process."""

    @property
    def pid(self) -> int | None: ...
    @property
    def stdout(self) -> Any: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, number: int, /) -> None: ...
    def kill(self) -> None: ...


Launch = Callable[[list[str]], Process]


def launch_here(command: list[str]) -> Process:
    """Start an agent on this machine."""
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL, text=True, start_new_session=True,
    )  # fmt: skip


@dataclass
class Agent:
    """One run of the league."""

    name: str
    role: str
    recipe: str
    sets: list[str]
    folder: Folder
    config: Path | None = None
    threads: int = 0  # its share of the cores; 0: as its settings say
    resume: Folder | None = None  # a run to go on from, in a copy
    has_weights: bool = False  # its settings name the weights to start from
    process: Process | None = None
    restarts: int = 0
    done: bool = False
    started: float = 0.0
    reader: threading.Thread | None = field(default=None, repr=False)


class League:
    """All agents; `go` runs them to completion."""

    def __init__(
        self, file: Path, say: Callable[[str], None], launch: Launch = launch_here
    ) -> None:
        file = file.absolute()  # agents may start in another folder
        tables = _tables(file)
        self.launch = launch
        self.say = say
        self.game = str(tables.get("game", ""))
        self.root = root = file.parent / str(tables.get("folder", file.stem))
        self.stall = 60 * float(tables.get("stall_minutes", STALL_MINUTES))
        share = max(1, cores() // len(tables["agents"])) if launch is launch_here else 1
        self.agents = [
            _agent(self.game, name, given, root, file, share)
            for name, given in tables["agents"].items()
        ]
        if not any(agent.role == "main" for agent in self.agents):
            raise BadLeague(f'{file}: a league needs at least one agent with role = "main"')
        self.stopping = False
        self._reported = ""

    def go(self) -> dict[str, str]:
        """Run until every agent has finished or is stopped; return how each one ended."""
        main = threading.current_thread() is threading.main_thread()
        ends = (signal.SIGINT, signal.SIGTERM) if main else ()
        lock = Lock(self.root / "league.lock", f"the league {self.root}")
        before = {number: signal.signal(number, self._stop) for number in ends}
        try:
            while not self.stopping and not all(agent.done for agent in self.agents):
                self._answer()
                for agent in self.agents:
                    self._tend(agent)
                self._report("running")
                time.sleep(POLL_SECONDS)
        finally:
            self._end()
            self._report("stopped" if self.stopping else "ended")
            for number, handler in before.items():
                signal.signal(number, handler)
            lock.release()
        return {agent.name: "finished" if agent.done else "stopped" for agent in self.agents}

    def _stop(self, _number: int, _frame: Any) -> None:
        self.stopping = True

    def _answer(self) -> None:
        """Start agents again that people ask for."""
        for asked in Folder(self.root).take_requests():
            for agent in self.agents:
                if asked.get("do") == "start" and asked.get("agent") == agent.name:
                    agent.done, agent.restarts = False, 0

    def _report(self, state: str) -> None:
        """Write league.json, if anything changed."""
        agents = {
            a.name: {
                "role": a.role,
                "pid": None if a.process is None else a.process.pid,
                "restarts": a.restarts,
                "done": a.done,
            }
            for a in self.agents
        }
        text = json.dumps({"state": state, "pid": os.getpid(), "agents": agents}) + "\n"
        if text != self._reported:
            self._reported = text
            write_atomic(self.root / "league.json", text)

    # One agent ----------------------------------------------------------------------------------

    def _tend(self, agent: Agent) -> None:
        """Start an agent, monitor it, or restart it."""
        if agent.done:
            return
        if agent.process is None:
            if self._ready(agent):
                self._start(agent)
            return
        code = agent.process.poll()
        if code is None and self._stalled(agent):
            self.say(f"[{agent.name}] no report for {self.stall / 60:.0f} minutes")
            agent.process.kill()
            code = agent.process.wait()
        if code is None:
            return
        self._forget(agent)
        if code == 0:
            agent.done = True
            self.say(f"[{agent.name}] finished")
        elif agent.restarts >= RESTARTS_MAX:
            raise BadLeague(
                f"agent {agent.name} failed {RESTARTS_MAX + 1} times; its last output is above"
            )
        else:
            agent.restarts += 1
            self.say(
                f"[{agent.name}] ended with code {code}: restart {agent.restarts} of {RESTARTS_MAX}"
            )

    def _forget(self, agent: Agent) -> None:
        """Drop a process that has ended, once all its output has been relayed."""
        if agent.reader is not None:
            agent.reader.join(READ_SECONDS)
        if agent.process is not None:
            agent.process.stdout.close()
        agent.process, agent.reader = None, None

    def _ready(self, agent: Agent) -> bool:
        """Whether an agent can start: an exploiter needs somebody to play against."""
        return agent.role == "main" or self.weights() is not None

    def weights(self) -> Path | None:
        """Return the newest snapshot of a main agent."""
        for agent in self.agents:
            if agent.role == "main" and (found := agent.folder.newest_snapshot()) is not None:
                return found
        return None

    def _stalled(self, agent: Agent) -> bool:
        status = agent.folder.status
        last = status.stat().st_mtime if status.exists() else 0.0
        return time.time() - max(last, agent.started) > self.stall

    def _start(self, agent: Agent) -> None:
        agent.started = time.time()
        agent.process = self.launch(self.command(agent))
        agent.reader = threading.Thread(
            target=self._relay, args=(agent, agent.process), daemon=True
        )
        agent.reader.start()

    def _relay(self, agent: Agent, process: Process) -> None:
        for line in process.stdout:
            self.say(f"[{agent.name}] {line.rstrip()}")

    def command(self, agent: Agent) -> list[str]:
        """Return the command that starts or resumes an agent; copy the run that it goes on from."""
        if agent.resume is not None and not agent.folder.about.exists():
            _copy(agent.resume, agent.folder)
        words = [sys.executable, "-m", "kibitz", "train"]
        others = [
            a.folder.snapshots for a in self.agents if a is not agent and a.role != agent.role
        ]
        sets = [*agent.sets, f"load_dirs={','.join(str(path) for path in others)}"]
        if agent.threads:
            sets.append(f"threads={agent.threads}")
        if agent.role == "exploiter":
            sets += ["opponents=snapshots", "self_play=0", "stages=ppo"]
        if checkpoint.newest(agent.folder.checkpoints) is not None:
            words += ["--resume", str(agent.folder.path)]
            words += ["--config", str(agent.config)] if agent.config is not None else []
        else:
            words += [self.game, agent.recipe, "--name", agent.name]
            words += ["--output", str(agent.folder.path.parent)]
            words += ["--config", str(agent.config)] if agent.config is not None else []
            weights = self.weights()
            if agent.role == "exploiter" and weights is not None and not agent.has_weights:
                words += ["--init-weights", str(weights)]
        return [*words, *(word for one in sets for word in ("--set", one))]

    def _end(self) -> None:
        """Stop all agents cleanly; kill those that do not exit in time."""
        going = [a for a in self.agents if a.process is not None and a.process.poll() is None]
        for agent in going:
            assert agent.process is not None
            agent.process.send_signal(signal.SIGINT)
        until = time.monotonic() + STOP_SECONDS
        for agent in going:
            assert agent.process is not None
            try:
                agent.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                agent.process.kill()
                agent.process.wait()
            self.say(f"[{agent.name}] stopped")
        for agent in self.agents:
            self._forget(agent)


def _tables(file: Path) -> dict[str, Any]:
    data = read(file, 1 << 20)
    if data is None:
        raise BadFile(f"there is no file {file}")
    try:
        found = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadLeague(f"{file} is not valid TOML: {error}") from None
    _check_keys(found, KEYS, str(file))
    if not isinstance(found.get("agents"), dict) or not found["agents"]:
        raise BadLeague(f"{file}: a league needs agents: [agents.main], [agents.exploiter]")
    return found


def _agent(game: str, name: str, given: Any, root: Path, file: Path, threads: int) -> Agent:
    where = f"{file}: agent {name}"
    if not isinstance(given, dict):
        raise BadLeague(f"{where} must be a table [agents.{name}]")
    _check_keys(given, AGENT_KEYS, where)
    role = given.get("role", "main")
    if role not in ROLES:
        raise BadLeague(f"{where}: role must be {' or '.join(ROLES)}, not {role!r}")
    recipe = str(given.get("recipe", "ppo"))
    sets = [f"{key}={word_of(value)}" for key, value in dict(given.get("set", {})).items()]
    config = file.parent / str(given["config"]) if "config" in given else None
    chosen = find(game, recipe)
    try:
        settings = resolve(chosen.settings(), config, sets)
    except BadConfig as error:
        raise BadLeague(f"{where}: {error}") from None
    share = 0 if settings.threads else threads
    run = _run(file.parent / str(given["resume"]), game, where) if "resume" in given else None
    weighted = bool(settings.init_weights)
    return Agent(name, role, recipe, sets, Folder(root / name), config, share, run, weighted)


def _run(path: Path, game: str, where: str) -> Folder:
    """Return the run that an agent goes on from."""
    try:
        found = run_folder.of(path)
    except BadRun as error:
        raise BadLeague(f"{where}: {error}") from None
    if found.who()[0] != game:
        raise BadLeague(f"{where}: {path} is a run of {found.who()[0]}, not of {game}")
    if checkpoint.newest(found.checkpoints) is None:
        raise BadLeague(f"{where}: {path} has no checkpoint to resume from")
    return found


def _copy(run: Folder, to: Folder) -> None:
    """Copy what a run needs to go on; its description comes last, so a torn copy is made again."""
    to.path.mkdir(parents=True, exist_ok=True)
    for name in sorted(COPIED, key=lambda name: name == run.about.name):
        source = run.path / name
        if source.is_dir():
            shutil.copytree(source, to.path / name, dirs_exist_ok=True)
        elif source.exists():
            shutil.copy2(source, to.path / name)


def _check_keys(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in known:
            keys = f"; keys are {', '.join(known)}"
            raise BadLeague(f"{where}: there is no key {key!r}{nearest(key, known) or keys}")
