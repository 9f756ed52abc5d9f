"""Leagues over HTTP: written, refused, and one agent of a real one started and stopped alone."""

from pathlib import Path

import httpx

from kibitz.server.messages import training as messages
from tests.server.conftest import Server
from tests.server.training.runs import TINY, state, wait


def test_a_league(tmp_path: Path) -> None:
    agents = [
        {"name": "main", "role": "main", "values": TINY},
        {"name": "rival", "role": "exploiter", "values": {"minutes": "1"}},
    ]
    asked = {"name": "cup", "game": "ohhell", "agents": agents}
    with (
        Server(tmp_path, runs=tmp_path / "runs") as server,
        httpx.Client(timeout=60, base_url=f"{server.base}/api/training") as http,
    ):
        for wrong, code in (
            ({"agents": agents[1:]}, "bad_league"),
            ({"agents": [agents[0] | {"values": {"lr": "fast"}}]}, "bad_league"),
            ({"name": "presets"}, "unknown_run"),
        ):
            assert http.post("/leagues", json=asked | wrong).json()["code"] == code
        assert http.get("/leagues").json() == []
        assert not (tmp_path / "runs" / "cup").exists(), "a refused league leaves nothing behind"

        made = messages.LeagueReport.model_validate(http.post("/leagues", json=asked).json())
        assert [(a.agent, a.role, a.plays) for a in made.agents] == [
            ("main", "main", ["rival"]),
            ("rival", "exploiter", ["main"]),
        ]
        assert made.agents[0].values == TINY
        assert made.state == "stopped"
        early = http.post("/leagues/cup/agents/rival/start", json={})
        assert (early.status_code, early.json()["code"]) == (409, "run_busy"), "no snapshot yet"
        assert http.post("/leagues/cup/agents/nobody/start", json={}).status_code == 404

        assert http.post("/leagues/cup/agents/main/start", json={}).json() == {"done": True}
        wait(http, "cup:main", state("running"))
        both = http.post("/leagues/cup/start", json={})
        assert both.json()["code"] == "run_busy", "main was started separately"
        assert http.post("/leagues/cup/stop", json={}).json() == {"done": True}
        reply = wait(http, "cup:main", state("stopped"))
        assert reply["values"]["load_dirs"].endswith("cup/rival/snapshots")
        assert http.get("/leagues").json()[0]["agents"][0]["state"] == "stopped"
