"""Reading messages: another version is refused as such, and a refusal carries its number."""

import json
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kibitz.server.messages import PROTOCOL
from kibitz.server.parse_message import BadMessage, UnknownProtocol, parse, request_id
from tests.server.conftest import Server
from tests.support import table_client
from tests.support.table_client import Client, session

HELLO: dict[str, Any] = {"type": "hello", "protocol": PROTOCOL, "id": 7}


def test_a_hello_of_this_version() -> None:
    assert parse(json.dumps(HELLO)).id == 7
    assert table_client.PROTOCOL == PROTOCOL


@pytest.mark.parametrize(
    "changed",
    [{"protocol": 1}, {"protocol": 99}, {"protocol": 99, "field_of_tomorrow": []}],
)
def test_another_version_is_refused_as_such(changed: dict[str, Any]) -> None:
    with pytest.raises(UnknownProtocol, match=f"protocol version {PROTOCOL}"):
        parse(json.dumps(HELLO | changed))


@pytest.mark.parametrize("changed", [{"protocol": None}, {"protocol": True}, {"protocol": "2"}])
def test_a_version_is_a_number(changed: dict[str, Any]) -> None:
    with pytest.raises((BadMessage, UnknownProtocol)):
        parse(json.dumps(HELLO | changed))
    with pytest.raises(BadMessage, match="protocol"):
        parse('{"type": "hello"}')


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"id": 7, "type": "fly"}', 7),
        ('{"id": 0}', 0),
        ('{"id": -1}', None),
        ('{"id": true}', None),
        ('{"id": "7"}', None),
        ('{"id": 7.0}', None),
        (f'{{"id": {2**53}}}', None),
        ('{"id": 7', None),
        ("[7]", None),
        ("[" * 8000, None),
        (f'{{"id": {"9" * 5000}}}', None),
    ],
)
def test_the_number_of_a_message_that_cannot_be_read(text: str, number: int | None) -> None:
    assert request_id(text) == number


async def test_an_old_client_hears_why_and_is_hung_up_on(server: Server) -> None:
    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        assert (await http.get("/api/server")).json()["protocol"] == PROTOCOL
    async with connect(server.base.replace("http", "ws") + "/api/socket") as socket:
        old = HELLO | {"protocol": 1, "token": await session(server.base)}
        await socket.send(json.dumps(old))
        reply = json.loads(await socket.recv())
        assert (reply["type"], reply["re"], reply["code"]) == ("refusal", 7, "unknown_protocol")
        with pytest.raises(ConnectionClosed):
            await socket.recv()


async def test_every_refusal_has_its_number(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        for kind in ("hint", "fly", "move"):  # gone, never there, without its fields
            with pytest.raises(table_client.Refused, match="bad_message"):
                await client.ask(kind)
        with pytest.raises(table_client.Refused, match="field_of_tomorrow"):
            await client.ask("watch", table="nosuchtable1", field_of_tomorrow=1)
