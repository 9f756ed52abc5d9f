"""The training room over HTTP: a real training of seconds, watched, paused, killed, resumed."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kibitz.learning import recipe
from kibitz.server.messages import training as messages
from kibitz.table.setup import bot_names
from tests.server.conftest import Server
from tests.server.training.runs import TINY, state, wait


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("room")
    with Server(folder, runs=folder / "runs") as running:
        yield running


@pytest.fixture
def http(room: Server) -> Iterator[httpx.Client]:
    with httpx.Client(timeout=60, base_url=f"{room.base}/api/training") as client:
        yield client


async def hear(room: Server, run: str, offset: int = 0) -> messages.LiveReport:
    address = f"{room.base.replace('http', 'ws')}/api/training/runs/{run}/live?offset={offset}"
    async with connect(address, max_size=None) as socket:
        return messages.LiveReport.model_validate_json(await socket.recv())


def test_a_run_from_start_to_end(
    room: Server, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = room.config.runs
    asked = {"game": "ohhell", "name": "tiny", "values": TINY | {"imitate_steps": "2000"}}
    shown = http.post("/command", json=asked).json()["command"]
    assert shown.startswith("kibitz train ohhell ppo --name tiny --set ")
    begun = http.post("/runs", json=asked)
    assert (begun.status_code, begun.json()) == (201, {"run": "tiny"})
    again = http.post("/runs", json=asked)
    assert (again.status_code, again.json()["code"]) == (409, "run_busy")
    reply = wait(http, "tiny", lambda reply: reply["summary"]["stage"] == "ppo")
    assert reply["summary"]["state"] == "running"
    assert reply["summary"]["memory"] > 1 << 20

    # The socket sends rows since an offset, and the pool.
    first = asyncio.run(hear(room, "tiny"))
    assert first.rows["step"] == sorted(first.rows["step"])
    assert {"policy_loss", "steps_per_second", "stage"} <= first.rows.keys()
    assert {one.name for one in first.pool} >= {"smart", "sharp"}
    wait(http, "tiny", lambda reply: reply["summary"]["step"] > first.rows["step"][-1])
    more = asyncio.run(hear(room, "tiny", first.offset))
    assert more.rows["step"][0] > first.rows["step"][-1]

    # It obeys, and a pause lasts.
    for request in ({"do": "retire", "name": "smart"}, {"do": "add", "name": "nobody"}):
        assert http.post("/runs/tiny/pool", json=request).status_code == 200
    assert http.post("/runs/tiny/tell", json={"word": "pause"}).json() == {"done": True}
    paused = wait(http, "tiny", state("paused"))
    live = asyncio.run(hear(room, "tiny"))
    assert [one.name for one in live.pool if one.retired] == ["smart"]
    assert live.notice.startswith("unknown_bot")
    http.post("/runs/tiny/tell", json={"word": "run"})
    wait(http, "tiny", lambda reply: reply["summary"]["step"] > paused["summary"]["step"])
    refused = http.delete("/runs/tiny")
    assert (refused.status_code, refused.json()["code"]) == (409, "run_busy")

    # A killed run has crashed, and resumes from its last checkpoint.
    os.kill(json.loads((runs / "tiny" / "process.json").read_text())["pid"], signal.SIGKILL)
    crashed = wait(http, "tiny", state("crashed"))
    assert any("ppo" in line for line in crashed["lines"]), "the last lines of its log"
    stopped = http.post("/runs/tiny/tell", json={"word": "stop"})
    assert stopped.json()["code"] == "run_busy"
    http.post("/runs/tiny/resume", json={"values": {"lr": "1e-4"}}).raise_for_status()
    wait(http, "tiny", lambda reply: reply["summary"]["step"] > crashed["summary"]["step"])
    http.post("/runs/tiny/tell", json={"word": "stop"})
    done = messages.RunReport.model_validate(
        wait(http, "tiny", lambda t: t["summary"]["state"] == "stopped" and not t["summary"]["cpu"])
    )
    assert done.values["lr"] == "0.0001"

    # Its files: evaluated, made a bot, cleaned up.
    newest = next(file for file in done.files if file.kind == "checkpoint")
    started = http.post(
        "/runs/tiny/evaluations", json={"file": newest.name, "games": 6, "opponents": ["random"]}
    )
    assert started.status_code == 202, started.json()
    judged = wait(http, "tiny", lambda reply: reply["jobs"][0]["state"] != "running")
    assert judged["jobs"][0]["state"] == "done", judged["jobs"]
    assert [cell["opponent"] for cell in judged["jobs"][0]["cells"]] == ["random"]
    monkeypatch.setenv("KIBITZ_STORE", str(runs.parent / "arena.db"))
    once = {"file": newest.name, "deals": 1}
    assert http.post("/runs/tiny/leaderboard", json=once).status_code == 202
    busy = http.post("/runs/tiny/leaderboard", json=once)
    assert busy.json()["code"] == "run_busy", "one job of a run at a time"
    ranked = wait(http, "tiny", lambda run: run["jobs"][0]["state"] != "running")
    assert (ranked["jobs"][0]["kind"], ranked["jobs"][0]["state"]) == ("leaderboard", "done")
    boards = httpx.get(f"{room.base}/api/arena", timeout=60).json()["boards"]
    rows = [row["bot"] for board in boards for row in board["rows"]]
    assert sum(name.startswith("tiny_") for name in rows) == 1, rows
    monkeypatch.setenv("KIBITZ_BOTS", str(runs / "bots"))
    bot_names.cache_clear()
    made = http.post("/runs/tiny/players", json={"file": newest.name}).json()
    assert (made["game"], made["players"]) == ("ohhell", 3)
    assert made["bot"] in {
        bot["name"] for bot in httpx.get(f"{room.base}/api/games/ohhell/bots").json()
    }
    freed = http.post("/runs/tiny/clean", json={"checkpoints": 0, "snapshots": 1}).json()
    assert freed["bytes"] > 0
    left = http.get("/runs/tiny").json()["files"]
    assert sorted(f["kind"] for f in left) == ["checkpoint", "snapshot"], "LATEST, and the newest"
    assert http.delete("/runs/tiny").json() == {"done": True}
    assert not (runs / "tiny").exists()
    assert http.get("/runs").json()["runs"] == []


def test_what_is_refused(room: Server, http: httpx.Client) -> None:
    values = {"lr": "fast"}
    for asked, code in (
        ({"game": "ohhell", "values": values}, "bad_config"),
        ({"game": "ohhell", "values": {"lrr": "1"}}, "bad_config"),
        ({"game": "ohhell", "values": {"players": "9"}}, "bad_config"),
        ({"game": "ohhell", "recipe": "magic", "values": {}}, "bad_option"),
        ({"game": "qwixx", "recipe": "value", "values": {}}, "bad_option"),
        ({"game": "chess", "values": {}}, "unknown_game"),
        ({"game": "ohhell", "name": "../x", "values": {}}, "bad_message"),
        ({"game": "ohhell", "name": "bots", "values": {}}, "unknown_run"),
        ({"game": "ohhell", "values": {"lr": "1\n"}}, "bad_message"),
        ({"game": "ohhell", "values": {}, "weights_run": "no", "weights": "x.safetensors"},
         "unknown_run"),
    ):  # fmt: skip
        answer = http.post("/runs", json=asked)
        assert answer.json()["code"] == code, (asked, answer.json())
    reply = http.post("/command", json={"game": "ohhell", "values": values}).json()
    assert (reply["command"], reply["refusal"]["code"]) == ("", "bad_config")
    assert http.get("/runs").json()["runs"] == []
    for path in ("/runs/none", "/runs/..%2f..", "/runs/a:b:c", "/recipes/ohhell/magic"):
        assert http.get(path).status_code in (400, 404), path


def test_no_path_leads_out_of_the_folder(room: Server, http: httpx.Client, tmp_path: Path) -> None:
    runs = room.config.runs
    outside = tmp_path / "outside"
    (outside / "snapshots").mkdir(parents=True)
    (outside / "about.json").write_text('{"game": "ohhell", "recipe": "ppo", "name": "x"}')
    runs.mkdir(parents=True, exist_ok=True)
    (runs / "link").symlink_to(outside)
    try:
        answer = http.get("/runs/link")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_run")
        assert http.delete("/runs/link").status_code == 404
        assert (outside / "about.json").exists()
    finally:
        (runs / "link").unlink()


def test_recipes_have_forms(room: Server, http: httpx.Client) -> None:
    reply = httpx.get(f"{room.base}/api/training", timeout=60).json()
    facts = messages.TrainingFacts.model_validate(reply)
    assert facts.needs.torch is None
    offered = {(one.game, one.recipe) for one in facts.recipes}
    assert {("ohhell", "ppo"), ("belote", "imitate"), ("qwixx", "expert")} <= offered
    assert ("qwixx", "value") not in offered, "it has its own loop"
    form = messages.RecipeForm.model_validate(http.get("/recipes/ohhell/imitate").json())
    fields = {field.name: field for field in form.fields}
    given = recipe.find("ohhell").settings()
    assert (fields["lr"].kind, fields["lr"].default, fields["lr"].high) == (
        "number",
        f"{given.lr:g}",
        1,
    )
    assert fields["trunk"].kind == "integers"
    assert fields["trunk"].default == ",".join(map(str, given.trunk))
    assert fields["stages"].default == "imitate"
    assert fields["pull"].choices == ["none", "slow", "teacher"]


def test_presets(room: Server, http: httpx.Client) -> None:
    values = {"trunk": "32,32", "lr": "0.001"}
    asked = {"game": "ohhell", "recipe": "ppo", "name": "small", "values": values}
    assert http.post("/presets", json=asked).status_code == 201
    assert http.get("/presets").json() == [asked]
    shown = http.post("/presets", json=asked | {"values": {"lr": "9"}})
    assert shown.json()["code"] == "bad_config"
    assert http.delete("/presets/ohhell/ppo/small").json() == {"done": True}
    assert http.get("/presets").json() == []


def test_only_the_owner_trains(tmp_path: Path) -> None:
    server = Server(tmp_path, runs=tmp_path / "runs", trusts_local=False, passphrase="open sesame")
    with server as s, httpx.Client(timeout=60, base_url=s.base) as http:
        assert http.get("/api/server").json()["training"] is False
        for method, path in (
            ("GET", ""), ("GET", "/runs"), ("POST", "/runs"), ("GET", "/presets"),
            ("GET", "/leagues"), ("DELETE", "/runs/x"), ("POST", "/runs/x/players"),
        ):  # fmt: skip
            answer = http.request(method, f"/api/training{path}", json={})
            assert (answer.status_code, answer.json()["code"]) == (403, "not_owner"), path
        with pytest.raises(ConnectionClosed) as closed:
            asyncio.run(hear(s, "x"))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "not_owner"
        wrong = http.post("/api/training/owner", json={"token": "guess"})
        assert wrong.json()["code"] == "not_owner"
        token = owner_of(tmp_path)
        claimed = http.post("/api/training/owner", json={"token": token})
        assert claimed.json() == {"done": True}
        assert all("HttpOnly" in c for c in claimed.headers.get_list("set-cookie"))
        assert http.get("/api/training/runs").status_code == 200
        facts = http.get("/api/server").json()
        assert facts["training"] is True
        assert facts["session"] is not None, "the owner needs no passphrase"


def owner_of(folder: Path) -> str:
    import sqlite3

    with sqlite3.connect(folder / "tables.db") as store:
        found = store.execute("select value from settings where name = 'owner'").fetchone()[0]
    store.close()
    return str(found)


@pytest.mark.parametrize(
    ("headers", "admitted"),
    [
        ({}, True),
        ({"host": "localhost:1"}, True),
        ({"host": "192.168.1.7:8642"}, False),
        ({"x-forwarded-for": "127.0.0.1"}, False),
        ({"forwarded": "for=127.0.0.1"}, False),
    ],
)
def test_what_counts_as_local(room: Server, headers: dict[str, str], admitted: bool) -> None:
    reply = httpx.get(f"{room.base}/api/server", headers=headers, timeout=60).json()
    assert reply["training"] is admitted
