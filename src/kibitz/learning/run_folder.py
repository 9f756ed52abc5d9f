"""The folder of a run: the location of everything in it.

config.toml      the settings as they were resolved
about.json       game, recipe, name, and the commands that began and resumed the run
checkpoints/     full state, to resume from: every `checkpoint_interval` steps, LATEST, FINAL
snapshots/       weights alone, for pools and bots
metrics.jsonl    one line per update
eval.csv         one line per cell of an evaluation
status.json      current state of the run, replaced as a whole
control          a command from outside: pause, run or stop
requests/        things to do once, a JSON file each: evaluate, or change the pool
log              output of a run that was started without a terminal
tensorboard/     events, where the package is installed
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.files import read, remove, write_atomic
from kibitz.learning.errors import BadRun
from kibitz.learning.naming import ENDING

SIZE_MAX = 1 << 20
WORDS = ("run", "pause", "stop")


@dataclass(frozen=True)
class Folder:
    """Paths of one run."""

    path: Path

    @property
    def config(self) -> Path:
        return self.path / "config.toml"

    @property
    def about(self) -> Path:
        return self.path / "about.json"

    @property
    def checkpoints(self) -> Path:
        return self.path / "checkpoints"

    @property
    def snapshots(self) -> Path:
        return self.path / "snapshots"

    @property
    def metrics(self) -> Path:
        return self.path / "metrics.jsonl"

    @property
    def evaluations(self) -> Path:
        return self.path / "eval.csv"

    @property
    def status(self) -> Path:
        return self.path / "status.json"

    @property
    def control(self) -> Path:
        return self.path / "control"

    @property
    def requests(self) -> Path:
        return self.path / "requests"

    @property
    def log(self) -> Path:
        return self.path / "log"

    @property
    def tensorboard(self) -> Path:
        return self.path / "tensorboard"

    @property
    def lock(self) -> Path:
        return self.path / "run.lock"

    def describe(self, game: str, recipe: str, name: str) -> None:
        """Write the run's game, recipe and name, once."""
        held = {"kibitz_run": 1, "game": game, "recipe": recipe, "name": name}
        write_atomic(self.about, json.dumps(held) + "\n")

    def who(self) -> tuple[str, str, str]:
        """Return game, recipe and name of the run; raise BadRun if there is none."""
        data = read(self.about, SIZE_MAX)
        try:
            held = json.loads(data or b"")
            return str(held["game"]), str(held["recipe"]), str(held["name"])
        except (ValueError, KeyError, TypeError):
            raise BadRun(f"{self.path} is not the folder of a training run") from None

    def note(self, command: str, commit: str) -> None:
        """Add a command to the run's history, with the commit of the sources that it ran."""
        held = json.loads(read(self.about, SIZE_MAX) or b"{}")
        held["history"] = [*held.get("history", []), {"command": command, "commit": commit}]
        write_atomic(self.about, json.dumps(held) + "\n")

    def history(self) -> list[tuple[str, str]]:
        """Return (command, commit) of every start of the run."""
        self.who()
        held = json.loads(read(self.about, SIZE_MAX) or b"{}")
        return [(str(one["command"]), str(one["commit"])) for one in held.get("history", [])]

    def command(self) -> str:
        """Return the command in the control file; anything unknown means run."""
        data = read(self.control, SIZE_MAX)
        word = (data or b"").decode(errors="replace").strip()
        return word if word in WORDS else "run"

    def request(self, word: str) -> None:
        """Pause, stop or resume a run in another process."""
        if word not in WORDS:
            raise BadRun(f"a run accepts the commands {', '.join(WORDS)}, not {word!r}")
        write_atomic(self.control, word + "\n")

    def clear_command(self) -> None:
        remove(self.control)

    def ask(self, request: Mapping[str, Any]) -> None:
        """Ask a run to do something once, after its current update; `Run` documents what."""
        name = f"{time.time_ns():020d}-{secrets.token_hex(4)}.json"
        write_atomic(self.requests / name, json.dumps(request) + "\n")

    def take_requests(self) -> list[dict[str, Any]]:
        """Remove and return all requests, oldest first; damaged ones are dropped."""
        found = []
        for file in sorted(self.requests.glob("*.json")):
            data = read(file, SIZE_MAX)
            remove(file)
            try:
                request = json.loads(data or b"")
            except ValueError:
                continue
            if isinstance(request, dict):
                found.append(request)
        return found

    def newest_snapshot(self) -> Path | None:
        """Return the last weights that the run wrote."""
        found = sorted(self.snapshots.glob(f"*{ENDING}"), key=lambda f: f.stat().st_mtime_ns)
        return found[-1] if found else None


def of(path: Path) -> Folder:
    """Find the run of a path: its folder, or a file inside it."""
    for candidate in (path, path.parent, path.parent.parent):
        if (candidate / "about.json").is_file():
            return Folder(candidate)
    raise BadRun(f"{path} is not the folder of a training run, nor a file in one")
