"""The league: commands of its agents, restarts, errors, and a real one of seconds."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from pathlib import Path

import pytest

from kibitz.core.files import BadFile
from kibitz.learning import checkpoint, start
from kibitz.learning import league as leagues
from kibitz.learning.errors import BadLeague
from kibitz.learning.league import League
from tests.learning.tiny import begun, league_file


@pytest.mark.timeout(600)
def test_a_league_runs_and_its_agents_meet(tmp_path: Path) -> None:
    said: list[str] = []
    league = League(league_file(tmp_path), said.append)
    assert league.go() == {"main": "finished", "exploiter": "finished"}, said
    assert any(line.startswith("[main] ") for line in said)
    status = json.loads((tmp_path / "league" / "exploiter" / "status.json").read_text())
    assert {one["kind"] for one in status["pool"]} == {"exploiter"}
    assert all(one["name"].startswith("main_") for one in status["pool"])
    again = League(tmp_path / "league.toml", said.append)
    assert "--resume" in again.command(again.agents[0])


def test_how_agents_are_started(tmp_path: Path) -> None:
    league = League(league_file(tmp_path), lambda _: None)
    main, exploiter = league.agents
    words = " ".join(league.command(main))
    assert f"load_dirs={exploiter.folder.snapshots}" in words
    assert "--name main" in words
    words = " ".join(league.command(exploiter))
    assert "opponents=snapshots" in words
    assert f"load_dirs={main.folder.snapshots}" in words
    assert not league._ready(exploiter)  # there are no weights to begin with yet


def test_an_agent_goes_on_from_a_copy_of_a_run(tmp_path: Path) -> None:
    run = begun(tmp_path / "runs", "name=first", "stages=imitate")
    assert run.go() == "finished"
    before = {file: file.read_bytes() for file in run.folder.path.rglob("*") if file.is_file()}
    file = league_file(tmp_path)
    text = file.read_text()
    file.write_text(text.replace("[agents.main]", '[agents.main]\nresume = "runs/first"', 1))
    league = League(file, lambda _: None)
    main, exploiter = league.agents
    assert f"--resume {main.folder.path}" in " ".join(league.command(main))
    assert league._ready(exploiter), "its snapshots are there"
    again, found = start.resumed(main.folder.path, ["stages=imitate,ppo"])
    assert found.step == run.step
    assert again.go(found) == "finished"
    assert again.step > run.step
    newest = checkpoint.newest(main.folder.checkpoints)
    league.command(main)
    assert checkpoint.newest(main.folder.checkpoints) == newest, "copied once"
    assert before == {file: file.read_bytes() for file in before}
    file.write_text(file.read_text().replace('game = "ohhell"', 'game = "qwixx"'))
    with pytest.raises(BadLeague, match="a run of ohhell, not of qwixx"):
        League(file, print)


def test_an_exploiter_may_start_from_other_weights(tmp_path: Path) -> None:
    run = begun(tmp_path / "runs", "name=first", "stages=imitate")
    assert run.go() == "finished"
    snapshot = run.folder.newest_snapshot()
    league = League(league_file(tmp_path, agents=f'init_weights = "{snapshot}"'), lambda _: None)
    main, exploiter = league.agents
    shutil.copytree(run.folder.snapshots, main.folder.snapshots)
    words = league.command(exploiter)
    assert "--init-weights" not in words
    assert f"init_weights={snapshot}" in words


def test_an_agent_is_restarted_three_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    league = League(league_file(tmp_path), said.append)
    fail = [sys.executable, "-c", "print('oh no'); raise SystemExit(3)"]
    monkeypatch.setattr(league, "command", lambda _: fail)
    monkeypatch.setattr(leagues, "POLL_SECONDS", 0.01)
    with pytest.raises(BadLeague, match="agent main failed 4 times"):
        league.go()
    assert said.count("[main] oh no") == 4
    assert "[main] ended with code 3: restart 3 of 3" in said


def test_a_stop_reaches_every_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    league = League(league_file(tmp_path), lambda _: None)
    wait = "import signal, sys, time; signal.signal(signal.SIGINT, lambda *_: sys.exit(130))\n"
    wait += "while True: time.sleep(0.05)"
    monkeypatch.setattr(league, "command", lambda _: [sys.executable, "-c", wait])
    tend = league._tend

    def tend_then_stop(agent: leagues.Agent) -> None:
        tend(agent)
        if agent.process is not None:
            league._stop(signal.SIGINT, None)

    monkeypatch.setattr(league, "_tend", tend_then_stop)
    assert league.go() == {"main": "stopped", "exploiter": "stopped"}
    assert all(a.process is None or a.process.poll() is not None for a in league.agents)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = 'ohhell'", "a league needs agents"),
        ("game = 'ohhell'\n[agents.a]\nrole = 'boss'", "role must be main or exploiter"),
        ("game = 'ohhell'\n[agents.a]\nrole = 'exploiter'", 'role = "main"'),
        ("game = 'ohhell'\n[agents.a.set]\nlrr = 1", "did you mean 'lr'"),
        ("game = 'ohhell'\nspeed = 3\n[agents.a]", "no key 'speed'; keys are game, folder"),
        ("game = 'ohhell'\nfoldr = 'x'\n[agents.a]", "did you mean 'folder'"),
        ("game = 'ohhell'\n[agents.a]\nrecip = 'ppo'", "did you mean 'recipe'"),
        ("game = 'ohhell'\n[agents.a]\nresume = 'nowhere'", "not the folder of a training run"),
        ("game = ", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "league.toml"
    file.write_text(text)
    with pytest.raises(BadLeague, match=words):
        League(file, print)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadFile):
        League(tmp_path / "league.toml", print)
