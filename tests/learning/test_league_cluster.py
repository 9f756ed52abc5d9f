"""A league whose agents are actors on two nodes of a Ray cluster."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from kibitz.learning.league import Agent, League
from kibitz.learning.league_cluster import Launcher
from tests.learning.tiny import league_file
from tests.support.nodes import two_nodes

pytestmark = [
    pytest.mark.soak,  # Ray takes a while to start
    pytest.mark.timeout(600),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]


def test_agents_are_actors_and_a_lost_one_is_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with two_nodes(monkeypatch):
        league = League(league_file(tmp_path), said.append, Launcher("auto"))
        tend, killed = league._tend, False

        def tend_and_kill(agent: Agent) -> None:
            nonlocal killed
            tend(agent)
            ready = agent.folder.newest_snapshot() is not None
            if agent.name == "main" and agent.process is not None and ready and not killed:
                killed = agent.process.pid is not None
                if agent.process.pid is not None:
                    os.kill(agent.process.pid, signal.SIGKILL)

        monkeypatch.setattr(league, "_tend", tend_and_kill)
        assert league.go() == {"main": "finished", "exploiter": "finished"}, said
    assert killed
    assert any("[main] ended with code -9: restart 1 of 3" in line for line in said)
    status = json.loads((tmp_path / "league" / "exploiter" / "status.json").read_text())
    assert all(one["name"].startswith("main_") for one in status["pool"])
