"""`kibitz train`: what it prints, what it refuses, and that a kill loses nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.interfaces.cli.app import build
from kibitz.learning.qwixx_value import checkpoint_of
from kibitz.nets import qwixx_value

QUICK = ["--rounds", "4", "--games", "150", "--threads", "1"]


def words(file: Path) -> list[str]:
    return ["train", "qwixx", "-o", str(file), *QUICK]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody stopped."""
    file = tmp_path_factory.mktemp("train") / "value.safetensors"
    result = CliRunner().invoke(build(), words(file))
    assert result.exit_code == 0, result.output
    assert f"{file}: 4 rounds, loss 0." in result.stdout
    assert "outright wins against ga" in result.stdout
    return file


def test_the_network_can_play_and_the_run_is_told_again(whole: Path) -> None:
    assert qwixx_value.load(whole).key
    before = whole.read_bytes()
    again = CliRunner().invoke(build(), [*words(whole), "--json"])
    told = json.loads(again.stdout)
    assert told["rounds"] == 4
    assert told["wins"]["low"] < told["wins"]["value"] < told["wins"]["high"]
    assert whole.read_bytes() == before


def test_a_run_that_is_done_gives_its_network_again(tmp_path: Path, whole: Path) -> None:
    """A kill may have come after the last checkpoint and before the network."""
    file = tmp_path / "value.safetensors"
    checkpoint_of(file).write_bytes(checkpoint_of(whole).read_bytes())
    result = CliRunner().invoke(build(), words(file))
    assert result.exit_code == 0, result.output
    assert file.read_bytes() == whole.read_bytes()


def test_what_cannot_be_taught_is_refused(whole: Path) -> None:
    for wrong, code in (
        (["train", "belote", "-o", str(whole)], "bad_option"),
        ([*words(whole), "--seed", "9"], "other_run"),
        ([*words(whole), "--trace", "2"], "bad_option"),
    ):
        run = subprocess.run(
            [sys.executable, "-m", "kibitz", *wrong], capture_output=True, text=True, check=False
        )
        assert run.returncode not in (0, 1), run.stderr
        assert f"error[{code}]" in run.stderr


def test_a_killed_run_goes_on_and_ends_the_same(tmp_path: Path, whole: Path) -> None:
    file = tmp_path / "value.safetensors"
    command = [sys.executable, "-m", "kibitz", *words(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        until = time.monotonic() + 120
        while not checkpoint_of(file).exists() and time.monotonic() < until:
            time.sleep(0.01)
        run.kill()
    assert checkpoint_of(file).exists()
    result = CliRunner().invoke(build(), words(file))
    assert result.exit_code == 0, result.output
    for one, other in ((file, whole), (checkpoint_of(file), checkpoint_of(whole))):
        assert one.read_bytes() == other.read_bytes(), " ".join(command)
