"""`kibitz train`: what it prints, what it refuses, and that a kill loses nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli.app import build
from kibitz.learning import checkpoint
from kibitz.learning.qwixx_value import checkpoint_of
from kibitz.nets import qwixx_value
from kibitz.nets.net import Net
from tests.learning.tiny import OHHELL

QUICK = ["--set", "rounds=4", "--set", "games=60", "--set", "pretrain=300", "--set", "threads=1"]
TINY = [word for one in OHHELL for word in ("--set", one)]


def invoke(*words: str) -> str:
    result = CliRunner().invoke(build(), list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


# The staged recipes ------------------------------------------------------------------------------


def test_a_run_from_the_command_line(tmp_path: Path) -> None:
    runs = str(tmp_path)
    out = invoke("train", "ohhell", "--name", "a", "-o", runs, *TINY, "--set", "eval_games=6")
    assert "imitate" in out
    assert f"{tmp_path}/a: finished after" in out
    rows = (tmp_path / "a" / "eval.csv").read_text().splitlines()
    assert {row.split(",")[1] for row in rows[1:]} >= {"heuristic", "smart", "sharp"}
    summary = json.loads(invoke("train", "--resume", f"{runs}/a", "--json").splitlines()[-1])
    assert summary["state"] == "finished"
    assert Net.load(Path(summary["snapshot"])).description.game == "ohhell"
    more = tmp_path / "more.toml"
    more.write_text("steps = 5000")
    out = invoke("train", "--resume", f"{runs}/a", "--config", str(more), "--json")
    assert json.loads(out.splitlines()[-1])["step"] >= summary["step"] + 1000
    assert "steps = 5000" in (tmp_path / "a" / "config.toml").read_text()
    more.write_text(f'resume = "{runs}/a"\nsteps = 5100')
    out = invoke("train", "--config", str(more), "--json")
    assert json.loads(out.splitlines()[-1])["state"] == "finished"
    assert "resume" not in (tmp_path / "a" / "config.toml").read_text()
    out = invoke("evaluate", f"{runs}/a", "--opponents", "smart", "--games", "6")
    assert "smart" in out
    assert "weakest first" in out
    plot = tmp_path / "plot.svg"
    assert "cells" in invoke("evaluate", f"{runs}/a", "--plot", str(plot))
    assert plot.read_text().lstrip().startswith("<?xml")


def test_all_recipes_are_listed() -> None:
    summary = json.loads(invoke("train", "--list", "--json"))
    assert {(one["game"], one["recipe"]) for one in summary} >= {
        ("belote", "ppo"), ("codepiece", "ppo"), ("dubito", "ppo"), ("ohhell", "ppo"),
        ("qwixx", "moments"), ("qwixx", "ppo"), ("qwixx", "value"), ("any", "ppo"),
    }  # fmt: skip
    assert "entropy_coef=0.0" in invoke("train", "dubito", "--list")
    listed = invoke("train", "--list")
    assert "imitate and expert" in listed
    assert "…" not in listed, "nothing is cut off at 80 columns"


def test_what_cannot_be_evaluated() -> None:
    refused = CliRunner().invoke(build(), ["evaluate", "missing"])
    assert refused.exit_code == 2
    assert "missing is not a run, a weights file or a model" in refused.stderr


def test_shipped_networks_are_evaluated_by_name() -> None:
    words = ["evaluate", "belote_net", "--games", "2", "--json"]
    found = json.loads(invoke(*words))
    assert found["cells"][0]["opponent"] == "rule"
    assert found["weaknesses"][0]["strength"] == found["cells"][0]["win_rate"] / 0.5
    words = ["evaluate", "qwixx_value", "--games", "2", "--opponents", "ga"]
    assert "greedy play" in invoke(*words)
    assert "no policy to sample from" in refuse(*words, "--sampled")
    assert "has no policy" in refuse("evaluate", "belote_bid_dd")
    assert "kibitz models" in refuse("evaluate", "nobody")
    assert "no run or weights file" in refuse("evaluate", "runs/nobody")
    assert "trained for 2, 3, 4, 5 players, not for 7" in refuse(
        "evaluate", "ohhell_net", "--players", "7"
    )


def refuse(*words: str) -> str:
    result = CliRunner().invoke(build(), list(words))
    assert result.exit_code == 2, result.output
    return result.stderr


def test_what_cannot_be_trained_is_refused(tmp_path: Path) -> None:
    folder = ["-o", str(tmp_path)]
    for words, code, sentence in (
        (["ohhell", "--set", "lrr=1"], "bad_config", "did you mean 'lr'"),
        (["ohhell", "value"], "bad_option", "has the recipes expert, imitate, ppo"),
        (["chess"], "unknown_game", "no game 'chess'"),
        (["ohhell", "--config", "none.toml"], "bad_file", "no file none.toml"),
        (["--resume", str(tmp_path)], "bad_run", "not the folder of a training run"),
        (["ohhell", "--set", "players=9"], "bad_config", "at most 8"),
        (["ohhell", "--set", "steps=0"], "bad_config", "would never end"),
        (["ohhell", "--set", "teacher=nobody"], "unknown_bot", "no player 'nobody'"),
        (["ohhell", "--name", "../a"], "bad_config", "folder name"),
        (["ohhell", "--port", "80"], "bad_option", "add --serve"),
        (["ohhell", "--share"], "bad_option", "add --serve"),
        (["--serve", "--resume", "runs/a"], "bad_option", "does not resume"),
    ):
        error = refuse("train", *words, *folder)
        assert f"error[{code}]" in error
        assert sentence in error
    assert not list(tmp_path.iterdir())


def test_a_file_that_resumes_nothing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text("resume = 3")
    assert "must be the path of a run" in refuse("train", "--config", str(file))
    file.write_text(f'resume = "{tmp_path}"')
    assert "not the folder of a training run" in refuse("train", "--config", str(file))
    assert "does not resume" in refuse("train", "--serve", "--config", str(file))


def test_without_torch_the_extra_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['torch'] = None\n"
    code += "from kibitz.cli.app import main; main()"
    words = [sys.executable, "-c", code, "train", "ohhell", "-o", str(tmp_path)]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 2, run.stderr
    assert "error[missing_extra]" in run.stderr
    assert "[train]" in run.stderr
    listed = subprocess.run([*words[:4], "--list"], capture_output=True, text=True, check=False)
    assert listed.returncode == 0, listed.stderr


@pytest.mark.timeout(300)
def test_ctrl_c_ends_a_run_with_a_checkpoint(tmp_path: Path) -> None:
    words = ["train", "ohhell", "--name", "c", "-o", str(tmp_path), *TINY, "--set", "steps=1B"]
    latest = tmp_path / "c" / "checkpoints" / "c_CHKPT_LATEST.safetensors"
    with started(words) as run:
        wait_for(latest)
        run.send_signal(signal.SIGINT)
        out = run.communicate(timeout=60)[0]
    assert run.returncode == 130
    assert "stopping after this update" in out
    assert "stopped after" in out
    assert f"Resume with: kibitz train --resume {tmp_path}/c" in out
    assert json.loads((tmp_path / "c" / "status.json").read_text())["state"] == "stopped"


def started(words: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=dict(os.environ),
    )


def wait_for(file: Path) -> None:
    until = time.monotonic() + 100
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.01)
    assert file.exists()


def survive(tmp_path: Path, kills: int) -> None:
    """Kill a run repeatedly; each time it resumes from at least where it was."""
    where = tmp_path / "k"
    begin = ["train", "ohhell", "--name", "k", "-o", str(tmp_path), *TINY, "--set", "steps=1B"]
    draw = random.Random(1)
    step = 0
    for _ in range(kills):
        with started(begin if not step else ["train", "--resume", str(where)]) as run:
            latest = where / "checkpoints" / "k_CHKPT_LATEST.safetensors"
            wait_for(latest)
            stamp, until = latest.stat().st_mtime_ns, time.monotonic() + 100
            while latest.stat().st_mtime_ns == stamp and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(draw.random())
            run.kill()
        found = checkpoint.newest(where / "checkpoints")
        assert found is not None
        assert found.step > step
        checkpoint.read(found)
        for file in (where / "snapshots").glob("*.safetensors"):
            Net.load(file)
        json.loads((where / "status.json").read_text())
        step = found.step
    words = ["train", "--resume", str(where), "--set", f"steps={step + 1000}", "--json"]
    summary = json.loads(invoke(*words).splitlines()[-1])
    assert summary["state"] == "finished"
    assert summary["step"] > step


@pytest.mark.timeout(600)
def test_three_kills(tmp_path: Path) -> None:
    survive(tmp_path, 3)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_twenty_kills(tmp_path: Path) -> None:
    survive(tmp_path, 20)


# The recipe value of Qwixx -----------------------------------------------------------------------


def words(file: Path) -> list[str]:
    return ["train", "qwixx", "value", "-o", str(file), *QUICK]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody stopped."""
    file = tmp_path_factory.mktemp("train") / "value.safetensors"
    out = invoke(*words(file))
    assert f"{file}: 4 rounds, loss 0." in out
    assert "wins against ga at the other seats" in out
    return file


def test_the_network_can_play_and_the_run_is_reported_again(whole: Path) -> None:
    assert qwixx_value.load(whole).key
    before = whole.read_bytes()
    summary = json.loads(invoke(*words(whole), "--json"))
    assert summary["rounds"] == 4
    assert [row["players"] for row in summary["against"]] == [2, 2, 3, 4, 5, 1]
    assert all(row["low"] < row["value"] < row["high"] for row in summary["against"])
    assert whole.read_bytes() == before


def test_a_run_that_is_done_gives_its_network_again(tmp_path: Path, whole: Path) -> None:
    """A kill may have come after the last checkpoint and before the network."""
    file = tmp_path / "value.safetensors"
    checkpoint_of(file).write_bytes(checkpoint_of(whole).read_bytes())
    invoke(*words(file))
    assert file.read_bytes() == whole.read_bytes()


def test_other_settings_of_value_are_refused(whole: Path) -> None:
    for wrong, code in (
        ([*words(whole), "--set", "seed=9"], "other_run"),
        ([*words(whole), "--set", "trace=2"], "bad_config"),
        (["train", "qwixx", "value"], "bad_option"),
    ):
        assert f"error[{code}]" in refuse(*wrong)


def test_a_killed_value_run_goes_on_and_ends_the_same(tmp_path: Path, whole: Path) -> None:
    file = tmp_path / "value.safetensors"
    with started(words(file)) as run:
        wait_for(checkpoint_of(file))
        run.kill()
    invoke(*words(file))
    for one, other in ((file, whole), (checkpoint_of(file), checkpoint_of(whole))):
        assert one.read_bytes() == other.read_bytes()
