"""Input that once made the server fail: each is refused by name, and nothing is printed."""

import asyncio
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from kibitz import bots
from kibitz.core.errors import BadSpec, MissingModel
from kibitz.server import address, arena_reader, catalogue, steady_clock
from kibitz.server.parse_message import request_id
from kibitz.table.admission import Budget
from kibitz.table.setup import bot_names
from tests.server.conftest import FREE, Server
from tests.support.table_client import Client, Refused, session

DEEP = "[" * 3000 + "]" * 3000


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {asyncio.run(session(server.base))}"}
    with httpx.Client(base_url=server.base, headers=headers, timeout=60) as client:
        yield client


@pytest.mark.parametrize("name", ["name", "self", "engine", "options", "x" * 500])
def test_an_option_may_have_any_name(http: httpx.Client, name: str) -> None:
    made = http.post("/api/tables", json={"game": "ohhell", "options": {name: "native"}})
    assert (made.status_code, made.json()["code"]) == (400, "bad_option")
    options = json.dumps({name: "native"})
    scene = http.get("/api/analysis/scenes/ohhell", params={"options": options})
    assert (scene.status_code, scene.json()["code"]) == (400, "bad_option")


@pytest.mark.parametrize("turned", [[1], {"a": 1}, "x", 99, -1, 1.5])
def test_a_turned_card_that_is_none(http: httpx.Client, turned: Any) -> None:
    scene = {"game": "ohhell", "deal": {"turned": turned}}
    reply = http.post("/api/analysis/scenes", json={"scene": scene, "fill": True})
    assert (reply.status_code, reply.json()["code"]) == (400, "bad_deal")


def test_a_body_that_nobody_can_read(http: httpx.Client) -> None:
    for body in (b"{", b"\xff\xfe", f'{{"a": {"[" * 30_000}'.encode()):
        reply = http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
        assert (reply.status_code, reply.json()["code"]) == (400, "bad_message"), body[:9]


def test_the_arena_names_no_folder(http: httpx.Client) -> None:
    assert set(http.get("/api/arena").json()) == {"boards", "matches"}


def test_a_home_that_no_folder_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    for home in ("/dev/null/x", "/tmp/" + "a" * 5000):
        monkeypatch.setenv("KIBITZ_HOME", home)
        assert arena_reader.mark() == ""


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f'[play]\nmethod = "net"\nmodel = "{"m" * 5000}"', MissingModel),
        ('[play]\nmethod = "net"\nmodel = "\\u0000"', MissingModel),
        (f"x = {DEEP}", BadSpec),
    ],
)
def test_a_spec_that_cannot_be_read_is_left_out(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    text: str,
    error: type[Exception],
) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(error):
        bots.spec("ohhell", tmp_path / "bad.toml")
    monkeypatch.setenv("KIBITZ_BOTS", str(tmp_path))
    catalogue.forget_bots()
    try:
        with caplog.at_level(logging.WARNING, "kibitz.web"):
            reply = catalogue.bots("ohhell")
    finally:
        bot_names.cache_clear()
        catalogue.forget_bots()
    assert "smart" in {bot["name"] for bot in reply}
    assert "bad" in caplog.text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (f'{{"id": 6, "x": {DEEP}}}', 6),
        (f'{{"x": {DEEP}, "id": 7}}', 7),
        (f'{{"x": [{{"id": 8}}, {DEEP}]}}', None),
        (f'{{"x": "{{\\"id\\": 8}}", "y": {DEEP}}}', None),
        (f'{{"id": -1, "x": {DEEP}}}', None),
        (f'{{"id": {2**53}, "x": {DEEP}}}', None),
    ],
)
def test_a_deep_message_has_its_number(text: str, number: int | None) -> None:
    assert request_id(text) == number


async def test_bytes_unknown_fields_and_deep_messages_are_refused_with_their_number(
    server: Server,
) -> None:
    async with Client(server.base, await session(server.base)) as client:
        assert client.socket is not None
        unknown = '{"id": 9, "type": "ping", "field_of_tomorrow": 1}'
        deep = f'{{"id": 9, "type": "ping", "x": {DEEP}}}'
        for sent in (b'{"id": 9, "type": "ping"}', unknown, deep):
            await client.socket.send(sent)
            reply = await client.receive()
            assert (reply["code"], reply["re"]) == ("bad_message", 9)


async def test_a_message_does_not_move_twice(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        await client.create("belote", pace_ms=0)
        await client.until(lambda _: client.my_turn())
        assert client.table is not None
        position = client.table["position"]
        here = {"table": client.table["table"], "game": 1, "ply": position["ply"]}
        move = here | {"action": position["legal"][1]["id"]}  # a bid: no new deal follows
        assert client.socket is not None
        for with_seq in (False, True):
            seq = client.table["seq"] if with_seq else None
            message = json.dumps({"type": "move", "id": 4711, "seq": seq} | move)
            await client.socket.send(message)
            await client.until(lambda table: table["position"]["ply"] > here["ply"])
            await client.ask("undo", table=here["table"])
            await client.until(lambda table: table["position"]["ply"] == here["ply"])
            await client.socket.send(message)
            while (reply := await client.receive())["type"] != "refusal":
                pass
            assert (reply["re"], reply["code"]) == (4711, "stale_move")
        await client.ask("move", **move)  # the same move in a new message is welcome


async def test_events_have_an_end(tmp_path: Path) -> None:
    most = 20
    limits = replace(FREE, budget=Budget(asides_person_max=most))
    with Server(tmp_path, limits) as server:
        async with Client(server.base, await session(server.base)) as client:
            table = await client.create("qwixx", seats=[{"kind": "me"}, {"kind": "open"}])
            for number in range(most):
                await client.ask("pace", table=table, pace_ms=number)
            with pytest.raises(Refused, match="too_many_events"):
                await client.ask("pace", table=table, pace_ms=0)


def test_addresses_of_one_household_count_as_one() -> None:
    assert address.counted("2001:db8:1:2::7") == address.counted("2001:db8:1:2:9:9:9:9")
    assert address.counted("2001:db8:1:2::7") != address.counted("2001:db8:1:3::7")
    assert address.counted("fe80::1%eth0") == "fe80::/64"
    assert address.counted("::ffff:192.0.2.7") == address.counted("192.0.2.7") == "192.0.2.7"
    assert address.counted("testclient") == "testclient"
    assert address.of_client(("::1", 80)) == "::/64"
    assert address.of_client(None) == address.UNKNOWN


def test_a_clock_that_is_set_back_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = steady_clock.now()
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert steady_clock.now() >= before
