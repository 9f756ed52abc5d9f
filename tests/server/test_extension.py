"""What the browser extension may do: ask for advice with its token, and nothing else."""

import base64
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from kibitz.server import auth, extension
from kibitz.server.messages import analysis as messages
from tests.server.conftest import FREE, Server

MANIFEST = Path(__file__).parents[2] / "extension" / "public" / "manifest.json"
HINT = "/api/analysis/advisor/hint"
# Round 2 of 3: one trick was taken before the player's browser saw the table.
QUESTION: dict[str, Any] = {
    "game": "ohhell",
    "options": {"players": 3, "schedule": [2, 4, 6]},
    "seat": 1,
    "bot": "smart",
    "worlds": 5,
    "entries": [
        {
            "kind": "join", "hand": [38, 37, 0], "dealer": 2, "turned": 16, "round": 1,
            "totals": [12, 0, 11], "bids": [1, 1, 1], "tricks": [1, 0, 0], "leader": 0,
        },
        {"kind": "action", "action": 33},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def open_to_it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = replace(FREE, extension_requests_max=12)
    with Server(tmp_path_factory.mktemp("server"), limits, extension=True) as running:
        yield running


def token_of(server: Server) -> str:
    state = server.app.app.state  # inside the guard
    token: str = state.tokens.named(extension.TOKEN)
    return token


def test_the_origin_is_that_of_the_manifest() -> None:
    key = base64.b64decode(json.loads(MANIFEST.read_text())["key"])
    letters = [chr(ord("a") + int(digit, 16)) for digit in hashlib.sha256(key).hexdigest()[:32]]
    assert f"chrome-extension://{''.join(letters)}" == extension.ORIGIN


def test_its_token_is_the_same_after_a_restart() -> None:
    token = auth.Tokens("key").named("extension")
    assert auth.Tokens("key").named("extension") == token
    assert auth.Tokens("key").player(token) is not None
    assert auth.Tokens("key", "a pass phrase").player(token) is None
    assert auth.Tokens("key").named("other") != token


def test_it_gets_advice_with_its_token(open_to_it: Server) -> None:
    origin = {"Origin": extension.ORIGIN}
    with httpx.Client(base_url=open_to_it.base, headers=origin, timeout=60) as http:
        asked = http.options(HINT, headers={"Access-Control-Request-Method": "POST"})
        assert asked.status_code == 204
        assert asked.headers["access-control-allow-origin"] == extension.ORIGIN
        assert "authorization" in asked.headers["access-control-allow-headers"]
        assert http.post(HINT, json=QUESTION).json()["code"] == "no_session"
        assert http.post("/api/session", json={}).json()["code"] == "bad_origin"
        assert http.post("/api/tables", json={"game": "qwixx"}).json()["code"] == "bad_origin"
        assert http.get("/api/records").json()["code"] == "bad_origin"
        http.headers["Authorization"] = f"Bearer {token_of(open_to_it)}"
        assert http.get("/api/server").json()["session"] is not None
        answer = http.post(HINT, json=QUESTION)
        assert answer.headers["access-control-allow-origin"] == extension.ORIGIN
        reply = messages.HintReply.model_validate(answer.json())
        assert reply.name in ("AH", "KH"), "hearts were led"
        codes = {http.get("/api/server").status_code for _ in range(12)}
        assert codes == {200, 429}, "it may not ask without end"


def test_others_stay_outside(open_to_it: Server, server: Server) -> None:
    for base, origin in (
        (open_to_it.base, "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        (open_to_it.base, "https://www.trickstercards.com"),
        (server.base, extension.ORIGIN),  # started without --extension
    ):
        answer = httpx.post(base + HINT, json=QUESTION, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
        if origin != extension.ORIGIN:
            assert "access-control-allow-origin" not in answer.headers
