"""The command `kibitz` in tests: in this process or its own, with a folder for saved games."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz
from kibitz.cli.app import build


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("KIBITZ_HOME", str(folder))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    return folder


class Command:
    """`kibitz` in this process, as one call."""

    def __call__(self, *words: str, stdin: str = "") -> Any:
        return CliRunner().invoke(build(), list(words), input=stdin)


@pytest.fixture
def command() -> Command:
    return Command()


class Process:
    """`kibitz` as a process of its own."""

    def __call__(self, *words: str, **more: Any) -> "subprocess.Popen[str]":
        source = str(Path(kibitz.__file__).parents[1])
        environment = dict(os.environ) | {"PYTHONPATH": source, "PYTHONUNBUFFERED": "1"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            [sys.executable, "-m", "kibitz", *words], env=environment, text=True, **pipes | more
        )


@pytest.fixture
def process() -> Process:
    return Process()
