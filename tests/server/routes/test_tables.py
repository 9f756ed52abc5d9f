"""The HTTP side: what there is, in the promised form; errors with a code; OpenAPI; the page."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import kibitz
from kibitz.nets.packed import packed
from kibitz.server import messages
from kibitz.server.routes import pages
from tests.server.conftest import Server
from tests.support.table_client import session

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(timeout=60, base_url=server.base) as client:
        yield client


def test_the_games(http: httpx.Client) -> None:
    games = http.get("/api/games").json()
    assert [game["name"] for game in games] == kibitz.names()
    for game in games:
        facts = messages.GameFacts.model_validate(game)
        assert http.get(f"/api/games/{facts.name}").json() == game
        assert [card.id for card in facts.cards] == list(range(len(facts.cards)))
        names = [option.name for option in facts.options]
        options = kibitz.games.find(facts.name).OPTIONS
        small = [name for name, one in options.items() if getattr(one, "small", False)]
        assert names + small == list(options), "small variants are for researchers, not for tables"
        assert http.get(f"/api/games/{facts.name}/rules").text.startswith("#")
    ohhell = {option["name"]: option for option in games[3]["options"]}
    assert (ohhell["players"]["low"], ohhell["players"]["high"]) == (2, 5)
    assert ohhell["schedule"]["kind"] == "integers"
    assert ohhell["trump_lead"]["words"] == ["broken", "free"]


def test_the_bots(http: httpx.Client) -> None:
    for game in kibitz.names():
        found = [
            messages.BotFacts.model_validate(b) for b in http.get(f"/api/games/{game}/bots").json()
        ]
        assert {"simple", "random"} <= {bot.name for bot in found}


def test_a_table_by_http(server: Server) -> None:
    token = asyncio.run(session(server.base))
    headers = {"Authorization": f"Bearer {token}"}
    mine = httpx.Client(timeout=60, base_url=server.base, headers=headers)
    others = httpx.Client(timeout=60, base_url=server.base)
    with mine, others:
        created = mine.post("/api/tables", json={"game": "belote", "listed": False})
        assert created.status_code == 201
        table = created.json()["table"]
        seen = mine.get(f"/api/tables/{table}").json()
        messages.TableMessage.model_validate(seen)
        assert seen["you"] == 0
        assert others.get(f"/api/tables/{table}").json()["you"] is None
        assert table in [one["table"] for one in mine.get("/api/tables").json()]
        assert table not in [one["table"] for one in others.get("/api/tables").json()]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/nix", None, 404, "unknown_route"),
        ("GET", "/api/games/nix", None, 404, "unknown_game"),
        ("GET", "/api/games/NIX", None, 400, "bad_message"),
        ("GET", "/api/tables/nosuchtable", None, 404, "unknown_table"),
        ("GET", "/api/tables/x", None, 400, "bad_message"),
        ("DELETE", "/api/tables", None, 405, "unknown_route"),
        ("POST", "/api/tables", {"game": "belote"}, 401, "no_session"),
        ("POST", "/api/session", {"name": 7}, 400, "bad_message"),
        ("POST", "/api/session", [], 400, "bad_message"),
        ("GET", "/api/records?limit=0", None, 400, "bad_message"),
        ("GET", "/api/records?before=nan", None, 400, "bad_message"),
        ("GET", "/api/records?before=1e999", None, 400, "bad_message"),
    ],
)
def test_every_error_has_a_code(
    http: httpx.Client, method: str, path: str, body: object, status: int, code: str
) -> None:
    answer = http.request(method, path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    messages.Refused.model_validate(answer.json())


def test_setups_that_cannot_be(server: Server) -> None:
    headers = {"Authorization": f"Bearer {asyncio.run(session(server.base))}"}
    setups: list[tuple[dict[str, Any], str]] = [
        ({"game": "nix"}, "unknown_game"),
        ({"game": "belote", "options": {"nix": 1}}, "bad_option"),
        ({"game": "ohhell", "options": {"players": 77}}, "bad_option"),
        ({"game": "ohhell", "options": {"schedule": [[1]]}}, "bad_message"),
        ({"game": "belote", "seats": [{"kind": "me"}]}, "bad_setup"),
        ({"game": "qwixx", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "x"}]}, "unknown_bot"),
        ({"game": "belote", "stand_in": "oracle"}, "oracle_closed"),
        ({"game": "belote", "clock": {"kind": "move", "seconds": 0}}, "bad_message"),
        ({"game": "belote", "pace_ms": -1}, "bad_message"),
    ]
    with httpx.Client(timeout=60, base_url=server.base, headers=headers) as http:
        for setup, code in setups:
            answer = http.post("/api/tables", json=setup)
            assert answer.json()["code"] == code, setup


def test_it_describes_itself(http: httpx.Client) -> None:
    reply = http.get("/api/openapi.json").json()
    paths = [path for path in reply["paths"] if path.startswith("/api/")]
    assert len(paths) == len(reply["paths"]) >= 12
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for path in paths:
        assert f"{path.split('?')[0]}" in page, f"docs/protocol.md does not mention {path}"


def test_every_parameter_has_its_bounds(http: httpx.Client) -> None:
    """Of an address and of a query: a number without a largest value finds one in the database."""
    reply = http.get("/api/openapi.json").json()
    for path, methods in reply["paths"].items():
        for method, facts in methods.items():
            for parameter in facts.get("parameters", ()):
                schema = parameter["schema"]
                kinds = [kind for kind in schema.get("anyOf", [schema]) if kind["type"] != "null"]
                for kind in kinds:
                    if kind["type"] == "boolean":
                        continue  # bounded as it is
                    bounds = {"string": {"maxLength", "pattern"}}.get(kind["type"], {"maximum"})
                    assert bounds & set(kind), f"{method} {path}: {parameter['name']}"


def test_a_page_that_was_not_built_says_how(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "static", lambda: tmp_path / "none")
    answer = http.get("/")
    assert answer.status_code == 503
    assert "npm run build" in answer.text


def test_the_page_is_served(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>page</title>")
    (tmp_path / "assets" / "main-abc.js").write_text("1;")
    monkeypatch.setattr(pages, "static", lambda: tmp_path)
    for path in ("/", "/table/abcdefgh", "/arena"):
        assert "<title>page</title>" in http.get(path).text
    script = http.get("/assets/main-abc.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    plain = http.get("/assets/main-abc.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == script.text == "1;"
    assert http.get("/nosuch.js").status_code == 404
    for odd in ("x" * 300, "x/" * 3000, "a%00b"):  # names that no file can have
        assert "<title>page</title>" in http.get(f"/{odd}").text, odd[:9]


def test_networks_of_the_offline_engine_are_served_from_the_weights(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "static", lambda: tmp_path)
    path = "/offline/qwixx_value.f32.gz"
    assert http.get(path).status_code == 404, "a page without its offline engine"
    (tmp_path / "offline").mkdir()
    answer = http.get(path)
    assert answer.content == packed("qwixx_value.f32.gz")
    assert "content-encoding" not in answer.headers, "the page unpacks it"
    assert http.get("/offline/none.f32.gz").status_code == 404
    (tmp_path / "offline" / "qwixx_value.f32.gz").write_bytes(b"as built")
    assert http.get(path).content == b"as built"


def test_the_types_of_the_page_are_up_to_date() -> None:
    tool = ROOT / "tools" / "write_messages.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
