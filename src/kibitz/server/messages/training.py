"""Requests and responses of the training room's routes; docs/how-to/training-room.md is its guide.

Values of settings travel as text, in the form that `kibitz train --set KEY=VALUE` takes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kibitz.server.message_base import BotName, GameName, Sent, Strict
from kibitz.server.messages.http import Refused
from kibitz.server.training.presets import NAME as PRESET
from kibitz.server.training.runs import FILE_NAME, PART, RUN_ID

RunId = Annotated[str, Field(pattern=RUN_ID)]
PartName = Annotated[str, Field(pattern=rf"^{PART}$")]
FileName = Annotated[str, Field(pattern=FILE_NAME)]
PresetName = Annotated[str, Field(pattern=PRESET)]
RecipeName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
Values = Annotated[
    dict[
        Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")],
        Annotated[str, Field(max_length=1000, pattern=r"^[^\x00-\x1f]*$")],
    ],
    Field(max_length=200, default_factory=dict),
]

RunStateName = Literal[
    "new", "starting", "running", "paused", "evaluating", "stopping", "stopped", "finished",
    "crashed",
]  # fmt: skip


# Recipes -----------------------------------------------------------------------------------------


class RecipeField(Sent):
    """A setting of a recipe."""

    name: str
    kind: Literal["integer", "number", "flag", "text", "integers", "numbers", "texts"]
    default: str
    help: str
    group: str
    low: float | None
    high: float | None
    choices: list[str]


class RecipeFacts(Sent):
    game: str
    title: str
    recipe: str
    about: str
    reached: str  # how strong it got; "" if not measured


class RecipeForm(RecipeFacts):
    """A recipe with all its settings."""

    fields: list[RecipeField]


class TrainingNeeds(Sent):
    """The command that installs what is missing; null where nothing is."""

    torch: str | None
    native: str | None


class TrainingFacts(Sent):
    """What the training page needs first."""

    folder: str  # of the runs
    recipes: list[RecipeFacts]
    needs: TrainingNeeds


# Runs --------------------------------------------------------------------------------------------


class RunSummary(Sent):
    """A run in a list. `cpu` is a share of one core."""

    run: str
    game: str
    title: str
    recipe: str
    state: RunStateName
    stage: str
    step: int
    progress: float  # of the stage
    seconds: float
    seconds_left: float | None
    steps_per_second: float
    created: float
    updated: float
    error: str
    bytes: int
    cpu: float | None
    memory: int | None


class MachineReport(Sent):
    """The load of the server's machine; `cpu` is a share of all cores."""

    cores: int
    cpu: float
    memory: int
    memory_total: int
    disk: int
    disk_total: int


class RunsReport(Sent):
    runs: list[RunSummary]  # the latest first
    machine: MachineReport


class WeightsFile(Sent):
    """A snapshot or checkpoint on disk."""

    name: str
    kind: Literal["snapshot", "checkpoint"]
    step: int
    bytes: int
    written: float


class EvalCell(Sent):
    """A network against one opponent at one table size."""

    step: int
    opponent: str
    players: int
    games: int
    win_rate: float
    low: float
    high: float
    even: float
    score: float
    margin: float
    winner_mean: float
    bid_accuracy: float | None


class JobCells(Sent):
    """A job about one file: an evaluation, or a match for the leaderboard."""

    job: str
    kind: str
    file: str
    state: Literal["running", "done", "failed", "stopped"]
    started: float
    cells: list[EvalCell] | None
    lines: list[str]  # the end of a failed job's log


class RunReport(Sent):
    """A run with its settings, files, jobs and evaluations."""

    summary: RunSummary
    command: str  # that started it, or would resume it
    values: dict[str, str]
    files: list[WeightsFile]
    jobs: list[JobCells]
    evaluations: list[EvalCell]
    lines: list[str]  # the end of its log


class PoolEntry(Sent):
    """An opponent of a run's pool; `by_players` has the learner's wins and games by table size."""

    name: str
    kind: Literal["bot", "snapshot", "exploiter"]
    step: int
    picked: int
    win_rate: float | None
    games: int
    pinned: bool
    retired: bool
    by_players: dict[str, list[float]]


class LiveReport(Sent):
    """What changed in a run: the WebSocket of a run sends one about every second."""

    summary: RunSummary
    offset: int  # of metrics.jsonl; give it back when you reconnect
    again: bool  # forget earlier rows
    rows: dict[str, list[Any]]  # new rows of metrics.jsonl, by column
    pool: list[PoolEntry]
    picks: list[str]
    win_rates: dict[str, float | None]
    count_weights: dict[str, float]
    notice: str  # why the run refused the last request
    evaluations: int  # rows of eval.csv
    lines: list[str]  # the end of the log


class StartRun(Strict):
    """Start a run. `weights` start it from a file of another run."""

    game: GameName
    recipe: RecipeName = "ppo"
    name: PartName | None = None
    values: Values
    weights_run: RunId | None = None
    weights: FileName | None = None


class RunStarted(Sent):
    run: str


class CommandReply(Sent):
    """The command that does the same in a terminal, or why a run would refuse the settings."""

    command: str
    refusal: Refused | None


class ResumeRun(Strict):
    """Resume a run from its newest checkpoint, or from a given one."""

    file: FileName | None = None
    values: Values


class RunRequest(Strict):
    """Pause, resume or stop a run after its current update, or let it evaluate itself."""

    word: Literal["pause", "run", "stop", "evaluate"]


class ChangePool(Strict):
    """Change the pool of a run: an opponent by name, or a snapshot of another run."""

    do: Literal["pin", "unpin", "retire", "restore", "add"]
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,150}$")] | None = None
    run: RunId | None = None
    file: FileName | None = None


class AskEvaluation(Strict):
    file: FileName
    games: Annotated[int, Field(ge=2, le=100_000)] = 200
    opponents: Annotated[list[BotName], Field(max_length=16, default_factory=list)]


class AskLeaderboard(Strict):
    file: FileName
    deals: Annotated[int, Field(ge=1, le=10_000)] = 50


class AskPlayer(Strict):
    file: FileName


class PlayerMade(Sent):
    """A bot made of a snapshot, and the table that it was trained for."""

    game: str
    bot: str
    players: int
    options: dict[str, Any]


class CleanRun(Strict):
    """How many of the newest files to keep; null keeps all."""

    checkpoints: Annotated[int, Field(ge=0, le=1000)] | None = None
    snapshots: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Freed(Sent):
    bytes: int


# Presets, leagues, owner -------------------------------------------------------------------------


class Preset(Sent):
    """Named settings: those that differ from the recipe's defaults."""

    game: str
    recipe: str
    name: str
    values: dict[str, str]


class SavePreset(Strict):
    game: GameName
    recipe: RecipeName = "ppo"
    name: PresetName
    values: Values


class AgentReport(Sent):
    """An agent of a league. `plays` are the agents whose snapshots it plays against."""

    agent: str
    run: str
    role: Literal["main", "exploiter"]
    recipe: str
    values: dict[str, str]
    state: RunStateName
    step: int
    progress: float
    restarts: int
    plays: list[str]


class LeagueReport(Sent):
    league: str
    game: str
    state: Literal["running", "stopped"]
    agents: list[AgentReport]
    lines: list[str]
    command: str


class AgentSetup(Strict):
    name: PartName
    role: Literal["main", "exploiter"] = "main"
    recipe: RecipeName = "ppo"
    values: Values


class SaveLeague(Strict):
    name: PartName
    game: GameName
    agents: Annotated[list[AgentSetup], Field(min_length=1, max_length=16)]


class Claim(Strict):
    """The owner's token, from the address that `kibitz serve --share` prints."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


class Done(Sent):
    done: bool = True
