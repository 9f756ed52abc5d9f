"""The loop of every training run: stages, checkpoints, snapshots, evaluation, pause and stop.

A run passes through its stages (imitation, then PPO); each ends after a number of steps (decisions
trained on) or, if the run is limited in minutes, after its share. Between updates the loop

    1. writes metrics and status,
    2. saves what is due: a checkpoint, a snapshot, an evaluation,
    3. checks for a request to pause or stop: Ctrl-C, SIGTERM or the control file,
    4. answers the requests in its folder: {"do": "evaluate"}, or what the recipe's extras accept.

LATEST is replaced after every update, unless that would take more than 2 % of the time: then as
often as that allows, and at the latest after `latest_seconds`. So a kill loses the update in flight
and, with very short updates, at most those seconds. An error (NaN, a full disk) leaves the
last checkpoint intact, and the status reports what went wrong.

A finished run that is resumed with more steps or minutes goes on with its last stage.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.core.errors import KibitzError
from kibitz.core.files import Lock
from kibitz.learning import checkpoint as checkpoints
from kibitz.learning.algorithms import Algorithm
from kibitz.learning.checkpoint import Checkpoint
from kibitz.learning.errors import ForeignCheckpoint
from kibitz.learning.learner import Learner
from kibitz.learning.metrics import Metrics
from kibitz.learning.naming import FINAL, LATEST, checkpoint_name, snapshot_name
from kibitz.learning.run_folder import Folder
from kibitz.learning.settings import RunSettings

PAUSE_SECONDS = 0.2  # between two checks of the control file
LATEST_SHARE = 0.02  # of the time, to spend on LATEST
SMOOTH = 0.1  # EMA weight of the displayed steps per second


@dataclass(frozen=True)
class Stage:
    """One stage of a run."""

    name: str
    steps: int  # 0: no limit
    share: float  # of the run's minutes, if limited
    begin: Callable[[], Algorithm]


class Extras(Protocol):
    """What a recipe adds to the loop: a pool to store, an evaluation, metrics to show."""

    def state(self) -> dict[str, Any]:
        """Return the state for a checkpoint."""

    def restore(self, held: Mapping[str, Any]) -> None:
        """Resume from a stored state."""

    def snapshot_written(self) -> None:
        """React to a new snapshot in the folder."""

    def evaluate(self, learner: Learner, step: int) -> list[dict[str, Any]]:
        """Return rows of eval.csv."""

    def about(self) -> dict[str, str]:
        """Return what a snapshot says about itself beyond run, recipe and step."""

    def request(self, asked: Mapping[str, Any]) -> None:
        """Do what a request in the folder asks for, or raise a KibitzError."""

    def status(self) -> dict[str, Any]:
        """Return more for status.json: pool, win rates by player count."""


Show = Callable[[Mapping[str, Any]], None]


@dataclass
class Run:
    """A training run; call `go`."""

    folder: Folder
    game: str
    recipe: str
    name: str
    settings: RunSettings
    learner: Learner
    stages: Sequence[Stage]
    extras: Extras
    show: Show = lambda _: None
    step: int = 0  # over all stages
    stage: int = 0
    stage_step: int = 0
    stage_seconds: float = 0.0
    seconds: float = 0.0
    stopping: str = ""
    _algorithm: Algorithm | None = None
    _rate: float = 0.0
    _last: dict[str, float] = field(default_factory=dict)  # step of the last checkpoint, ...
    _latest_at: float = 0.0
    _save_seconds: float = 0.0  # that the last checkpoint took
    _last_words: str = ""
    _notice: str = ""  # why the last request was refused
    _ended: dict[str, Any] | None = None  # name and algorithm's state of the last stage
    _figures: dict[str, float] = field(default_factory=dict)  # of the last update
    _shown: dict[str, Any] = field(default_factory=dict)  # the last status

    def go(self, resume: Checkpoint | None = None) -> str:
        """Train until finished or stopped; return "finished" or "stopped"."""
        lock = Lock(self.folder.lock, f"the run {self.folder.path}")
        metrics = Metrics(self.folder)
        self.folder.checkpoints.mkdir(parents=True, exist_ok=True)
        self.folder.snapshots.mkdir(parents=True, exist_ok=True)
        self.folder.clear_command()
        handlers = self._listen()
        state = "failed"
        try:
            if resume is not None:
                self._restore(resume)
            self._latest_at = time.monotonic()
            self._report(metrics, "running", force=True)
            while self.stage < len(self.stages) and not self.stopping:
                self._stage(metrics)
            state = "stopped" if self.stopping else "finished"
            self.save(FINAL if state == "finished" else self.step)
            self.save(LATEST)
            if state == "finished" and not metrics.is_evaluated(self.step):
                self._evaluate(metrics)
            return state
        except KibitzError as error:
            self._last_words = f"{error.code}: {error}"
            raise
        except Exception as error:
            self._last_words = f"{type(error).__name__}: {error}"
            raise
        finally:
            try:
                if self._algorithm is not None:
                    self._algorithm.close()
                self._report(metrics, state, force=True)
            finally:  # even if the disk is full
                for number, handler in handlers.items():
                    signal.signal(number, handler)
                metrics.close()
                lock.release()

    # One stage ----------------------------------------------------------------------------------

    def _stage(self, metrics: Metrics) -> None:
        stage = self.stages[self.stage]
        algorithm = self._algorithm or stage.begin()
        self._algorithm = algorithm
        while not self._over(stage) and not self.stopping:
            begun = time.monotonic()
            done = algorithm.update(self.progress(stage))
            took = time.monotonic() - begun
            self.step += done.steps
            self.stage_step += done.steps
            self.seconds += took
            self.stage_seconds += took
            now = done.steps / max(took, 1e-9)
            self._rate = now if not self._rate else self._rate + SMOOTH * (now - self._rate)
            self._figures = dict(done.figures) | {"steps_per_second": now}
            metrics.update(self.step, stage.name, self.seconds, self._figures)
            self._report(metrics, "running")
            self._save_due(metrics)
            self._obey(metrics)
        if not self.stopping:
            algorithm.close()
            self._algorithm = None
            self.stage += 1
            if self.stage < len(self.stages):
                self.stage_step, self.stage_seconds = 0, 0.0
            else:
                self._ended = {"stage": stage.name, "state": algorithm.state()}
            self.snapshot()
            self.save(LATEST)

    def progress(self, stage: Stage) -> float:
        """Return how far the stage is, from 0 to 1, by steps or minutes, whichever is further."""
        by_steps = self.stage_step / stage.steps if stage.steps else 0.0
        limit = 60 * self.settings.minutes * stage.share
        by_time = self.stage_seconds / limit if limit else 0.0
        return min(1.0, max(by_steps, by_time))

    def _over(self, stage: Stage) -> bool:
        return self.progress(stage) >= 1.0

    def seconds_left(self) -> float | None:
        """Estimate the seconds left in the whole run, if possible."""
        if self.stage >= len(self.stages):
            return 0.0
        total = 0.0
        for i, stage in enumerate(self.stages[self.stage :]):
            step, spent = (self.stage_step, self.stage_seconds) if i == 0 else (0, 0.0)
            limit = 60 * self.settings.minutes * stage.share
            by_time = limit - spent if limit else None
            by_steps = (stage.steps - step) / self._rate if stage.steps and self._rate else None
            known = [x for x in (by_time, by_steps) if x is not None]
            if not known:
                return None
            total += max(0.0, min(known))
        return total

    # What is due --------------------------------------------------------------------------------

    def _save_due(self, metrics: Metrics) -> None:
        given = self.settings
        stage = self.stages[self.stage]
        # A half-finished imitation makes a poor opponent; its end result joins the pool.
        if stage.name != "imitate" and self._due("snapshot", given.snapshot_interval):
            self.snapshot()
        if self._due("checkpoint", given.checkpoint_interval):
            self.save(self.step)
            checkpoints.prune(self.folder.checkpoints, given.checkpoints_kept)
        pause = min(given.latest_seconds, self._save_seconds / LATEST_SHARE)
        if time.monotonic() - self._latest_at >= pause:
            self.save(LATEST)
        if self._due("eval", given.eval_interval):
            self._evaluate(metrics)

    def _due(self, what: str, interval: int) -> bool:
        last = self._last.setdefault(what, 0.0)
        if not interval or self.step - last < interval:
            return False
        self._last[what] = self.step
        return True

    def _evaluate(self, metrics: Metrics) -> None:
        if self.settings.eval_games:
            self._report(metrics, "evaluating", force=True)
            metrics.evaluation(self.extras.evaluate(self.learner, self.step))

    def snapshot(self) -> None:
        """Save the weights alone, for pools and bots."""
        file = self.folder.snapshots / snapshot_name(self.name, self.step)
        about = {"run": self.name, "recipe": self.recipe, "step": str(self.step)}
        about["seconds"] = f"{self.seconds:.0f}"
        about |= self.extras.about()
        checkpoints.guard(lambda: self.learner.net().save(file, about), file)
        self.extras.snapshot_written()

    def save(self, what: int | str) -> None:
        """Save a checkpoint: of a step, LATEST or FINAL."""
        begun = time.monotonic()
        file = self.folder.checkpoints / checkpoint_name(self.name, what)
        held = {
            "game": self.game, "recipe": self.recipe, "name": self.name, "step": self.step,
            "stage": self.stage, "stage_step": self.stage_step, "seconds": self.seconds,
            "stage_seconds": self.stage_seconds, "adam_steps": self.learner.steps,
            "due": self._last, "extras": self.extras.state(),
            "algorithm": None if self._algorithm is None else self._algorithm.state(),
            "ended": self._ended,
        }  # fmt: skip
        critic = None if self.learner.critic is None else self.learner.critic.description
        checkpoints.write(file, self.learner.state(), self.learner.description, held, critic)
        self._latest_at = time.monotonic()
        self._save_seconds = self._latest_at - begun

    def check(self, found: Checkpoint) -> None:
        """Raise ForeignCheckpoint unless the run can resume from this checkpoint."""
        if (found.game, found.recipe) != (self.game, self.recipe):
            raise ForeignCheckpoint(
                f"{found.file} is for {found.game} {found.recipe}, not {self.game} {self.recipe}"
            )
        if found.description != self.learner.description:
            raise ForeignCheckpoint(
                f"{found.file} holds a network of another shape than the settings"
            )

    def _restore(self, found: Checkpoint) -> None:
        self.check(found)
        held = found.held
        self.step, self.stage = found.step, int(held["stage"])
        self.stage_step, self.seconds = int(held["stage_step"]), float(held["seconds"])
        self.stage_seconds = float(held["stage_seconds"])
        # An algorithm may create a new optimiser, so the learner is restored after it.
        self._resume_stage(held["algorithm"], held.get("ended"))
        self.learner.restore(checkpoints.read(found), int(held["adam_steps"]))
        self._last = {str(k): float(v) for k, v in held["due"].items()}
        self.extras.restore(held["extras"])

    def _resume_stage(self, state: Any, ended: Any) -> None:
        """Go on inside a stage, or with the last one if it has got more steps or minutes."""
        last = len(self.stages) - 1
        if ended is not None and self.stage > last:
            if self.stages[last].name != ended["stage"] or self._over(self.stages[last]):
                self._ended = ended
                return
            self.stage, state = last, ended["state"]
        elif ended is not None:  # finished before, and given another stage
            self.stage_step, self.stage_seconds = 0, 0.0
        if state is not None and self.stage <= last:
            self._algorithm = self.stages[self.stage].begin()
            self._algorithm.restore(state)

    # Pause and stop -----------------------------------------------------------------------------

    def _listen(self) -> dict[int, Any]:
        """Let Ctrl-C and SIGTERM end the run after this update; a second Ctrl-C ends it at once."""
        if threading.current_thread() is not threading.main_thread():
            return {}

        def stop(number: int, _frame: Any) -> None:
            if self.stopping:
                raise KeyboardInterrupt
            self.stopping = signal.Signals(number).name
            if self._shown:
                self.show(self._shown | {"state": "stopping"})

        return {n: signal.signal(n, stop) for n in (signal.SIGINT, signal.SIGTERM)}

    def _obey(self, metrics: Metrics) -> None:
        self._answer(metrics)
        word = self.folder.command()
        if word == "pause":
            self.save(LATEST)
        while word == "pause" and not self.stopping:
            self._report(metrics, "paused")
            time.sleep(PAUSE_SECONDS)
            self._answer(metrics)
            word = self.folder.command()
        if word == "stop":
            self.stopping = "control"
            self.folder.clear_command()

    def _answer(self, metrics: Metrics) -> None:
        """Do what is asked for in the folder; a refused request does not end the run."""
        for asked in self.folder.take_requests():
            try:
                if asked.get("do") == "evaluate":
                    self._evaluate(metrics)
                else:
                    self.extras.request(asked)
                self._notice = ""
            except KibitzError as error:
                self._notice = f"{error.code}: {error}"

    def _report(self, metrics: Metrics, state: str, force: bool = False) -> None:
        is_done = self.stage >= len(self.stages)
        stage = self.stages[-1 if is_done else self.stage]
        status = {
            "name": self.name, "game": self.game, "recipe": self.recipe, "state": state,
            "stage": stage.name, "step": self.step, "seconds": self.seconds,
            "progress": 1.0 if is_done else self.progress(stage),
            "seconds_left": self.seconds_left(), "steps_per_second": self._rate,
            "figures": dict(self._figures), "error": self._last_words,
            "notice": self._notice, "pid": os.getpid(), "updated": time.time(),
            **self.extras.status(),
        }  # fmt: skip
        self._shown = status
        metrics.status(status, force)
        self.show(status)
