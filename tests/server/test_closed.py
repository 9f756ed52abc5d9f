"""What keeps strangers out: tokens, origins, names, passphrase, rates, sizes, headers."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kibitz.server import auth
from kibitz.server.limits import Limits
from kibitz.server.sliding_window import Rate, Rates
from tests.server.conftest import FREE, Server
from tests.support.table_client import PROTOCOL, Client, Refused, session


def ws(server: Server) -> str:
    return server.base.replace("http", "ws") + "/api/socket"


async def hello(socket: Any, token: str | None) -> dict[str, Any]:
    await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": token}))
    reply: dict[str, Any] = json.loads(await socket.recv())
    return reply


# Tokens ------------------------------------------------------------------------------------------


def test_only_our_tokens_are_somebody() -> None:
    tokens = auth.Tokens("key")
    token = tokens.issue()
    assert tokens.player(token)
    assert auth.RANDOM_BYTES * 8 >= 128
    assert auth.Tokens("other").player(token) is None
    assert auth.Tokens("key", "open sesame").player(token) is None, "a new passphrase ends it"
    for bad in (None, "", "x", token[:-4], token[:-6] + "AAAA==", "A" * len(token), "é" * 54):
        assert tokens.player(bad) is None
    players = {tokens.player(tokens.issue()) for _ in range(50)}
    assert len(players) == 50
    assert all(player and player not in token for player in players)


def test_a_name_is_for_the_eye() -> None:
    assert auth.clean_name("  A\x00d\u202ea\n ") == "A d a"
    assert len(auth.clean_name("x" * 1000)) == auth.NAME_LENGTH_MAX


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:80", True),
        ("localhost:8642", True),
        ("[::1]:8642", True),
        ("192.168.1.7:8642", True),
        ("cards.example:443", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        (None, False),
        ("[", False),
    ],
)
def test_which_names_are_ours(host: str | None, known: bool) -> None:
    assert auth.Hosts(("https://cards.example",)).knows(host) == known


@pytest.mark.parametrize(
    ("origin", "may"),
    [
        (None, True),
        ("http://localhost:8642", True),
        ("https://localhost:8642", True),
        ("https://cards.example", True),
        ("http://localhost:1234", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("http://localhost:8642.evil.example", False),
        ("http://[", False),
    ],
)
def test_which_pages_may_speak(origin: str | None, may: bool) -> None:
    hosts = auth.Hosts(("https://cards.example",))
    assert hosts.may_speak(origin, "localhost:8642") == may


async def test_the_cookie_is_out_of_reach_of_scripts(server: Server) -> None:
    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        answer = await http.post("/api/session", json={"name": "Ädä"})
        assert answer.json()["token"] is None
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) == 2
        for cookie in cookies:
            assert "HttpOnly" in cookie
            assert "samesite=strict" in cookie.lower()
        reply = (await http.get("/api/server")).json()
        assert reply["session"] == {"player": answer.json()["player"], "name": "Ädä", "token": None}
        again = await http.post("/api/session", json={"name": "Bea"})
        assert again.json()["player"] == answer.json()["player"], "a good cookie stays"
        cookie = http.cookies[auth.COOKIE]
    async with connect(ws(server), additional_headers={"Cookie": f"{auth.COOKIE}={cookie}"}) as s:
        assert (await hello(s, None))["player"] == answer.json()["player"]


async def test_no_token_in_an_address(server: Server) -> None:
    token = await session(server.base)
    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        answer = await http.post(f"/api/tables?token={token}", json={"game": "belote"})
        assert answer.status_code == 401
    async with connect(f"{ws(server)}?token={token}") as socket:
        assert (await hello(socket, None))["code"] == "no_session"


async def test_a_wrong_token_has_one_try(server: Server) -> None:
    async with connect(ws(server)) as socket:
        assert (await hello(socket, "A" * 54))["code"] == "no_session"
        with pytest.raises(ConnectionClosed):
            await hello(socket, await session(server.base))


async def test_say_hello_first(server: Server) -> None:
    async with connect(ws(server)) as socket:
        await socket.send('{"type": "ping"}')
        assert json.loads(await socket.recv())["code"] == "say_hello"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


async def test_one_connection_is_one_player(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        with pytest.raises(Refused, match="belongs to another player"):
            await client.ask("hello", protocol=PROTOCOL, token=await session(server.base))


# Where requests come from ------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
async def test_other_pages_are_turned_away(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(ws(server), origin=origin)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403
    async with httpx.AsyncClient(
        timeout=60, base_url=server.base, headers={"Origin": origin}
    ) as http:
        answer = await http.post("/api/session", json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")


async def test_the_own_page_is_not(server: Server) -> None:
    async with connect(ws(server), origin=server.base) as socket:  # type: ignore[arg-type]
        assert (await hello(socket, await session(server.base)))["type"] == "welcome"


async def test_a_name_that_points_here_is_no_name_of_ours(server: Server) -> None:
    async with httpx.AsyncClient(
        timeout=60, base_url=server.base, headers={"Host": "evil.example"}
    ) as http:
        for path in ("/", "/api/server", "/api/games"):
            assert (await http.get(path)).status_code == 403


async def test_every_answer_has_the_headers(server: Server) -> None:
    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        for path in ("/", "/api/games", "/api/nix", "/nix.js", "/api/tables/nosuchtable"):
            headers = (await http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert not path.startswith("/api") or headers["cache-control"] == "no-store"


async def test_no_file_outside_the_page(server: Server) -> None:
    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        for path in (
            "/../app.py",
            "/%2e%2e/app.py",
            "/..%2fapp.py",
            "//etc/passwd",
            "/assets/../../x",
        ):
            answer = await http.get(path)
            assert "import" not in answer.text
            assert "root:" not in answer.text


# Passphrase --------------------------------------------------------------------------------------


async def test_a_closed_server(tmp_path: Path) -> None:
    limits = replace(FREE, sessions_max=4)
    with Server(tmp_path, limits, passphrase="open sesame") as server:
        async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
            assert (await http.get("/api/server")).json()["passphrase"] is True
            for path in ("/api/games", "/api/tables", "/api/records", "/api/tables/abcdefgh"):
                assert (await http.get(path)).status_code == 401
        for wrong in (None, "sesame"):
            with pytest.raises(Refused, match="bad_passphrase"):
                await session(server.base, passphrase=wrong)
        token = await session(server.base, passphrase="open sesame")
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(timeout=60, base_url=server.base, headers=headers) as http:
            assert (await http.get("/api/games")).status_code == 200
        with pytest.raises(Refused, match="bad_passphrase"):
            await session(server.base, passphrase="guess")
        with pytest.raises(Refused, match="too_fast"):
            await session(server.base, passphrase="guess")


# How much ----------------------------------------------------------------------------------------


def test_a_rate_is_a_sliding_window() -> None:
    rate = Rate(20.0)
    assert [rate.allows(0.0, 3) for _ in range(4)] == [True, True, True, False]
    assert not rate.allows(19.9, 3)
    assert rate.allows(20.1, 3)
    many = Rates(1.0)
    many.FORGET_AT = 10
    for number in range(100):
        assert many.allows(str(number), float(number), 1)
    assert len(many._rates) <= 10


def test_the_limits_are_those_that_were_promised() -> None:
    limits = Limits()
    assert limits.frame_bytes_max == 8 * 1024
    assert limits.rate_seconds == 20
    assert limits.player_messages_max == 100
    assert limits.spectator_messages_max == 50


async def flood(client: Client, most: int) -> int:
    """How many pings are answered before the server hangs up."""
    answered = 0
    try:
        for _ in range(most):
            answered += (await client.ask("ping"))["type"] == "ok"
    except Refused as refused:
        assert refused.code == "too_fast"  # noqa: PT017 (how many came before it is the question)
    with pytest.raises(ConnectionClosed):
        await client.receive()
    return answered


async def test_who_floods_is_hung_up_on(tmp_path: Path) -> None:
    limits = replace(Limits(), player_messages_max=30, spectator_messages_max=15)
    with Server(tmp_path, limits) as server:
        token = await session(server.base)
        client = Client(server.base, token)
        async with client:
            assert await flood(client, 100) == 14  # and the hello
        client = Client(server.base, token)
        async with client:
            await client.create("belote", seats=[{"kind": "me"}, *[{"kind": "open"}] * 3])
            assert await flood(client, 100) == 28  # and hello and create


async def test_a_frame_that_is_too_big(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        assert client.socket is not None
        await client.socket.send('{"type": "ping"}' + " " * 8000)
        assert (await client.receive())["type"] == "ok"
        await client.socket.send('{"type": "ping"}' + " " * 8200)
        with pytest.raises(ConnectionClosed) as closed:
            await client.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_bytes_are_no_message(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        assert client.socket is not None
        await client.socket.send(b'{"type": "ping"}')
        assert (await client.receive())["code"] == "bad_message"


async def test_a_body_that_is_too_big(server: Server) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 10_000

    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        answer = await http.post("/api/session", content=b" " * 70_000)
        assert answer.status_code == 413
        try:
            answer = await http.post("/api/session", content=endless())
            assert answer.status_code >= 400
        except httpx.HTTPError:
            pass  # cut off: as good
        assert (await http.get("/api/server")).status_code == 200


async def test_an_address_has_so_many_connections_and_tables(tmp_path: Path) -> None:
    limits = replace(FREE, connections_address_max=2, tables_address_max=2, spectators_max=1)
    with Server(tmp_path, limits) as server:
        token = await session(server.base)
        async with Client(server.base, token) as one, Client(server.base, token) as two:
            async with connect(ws(server)) as third:
                assert json.loads(await third.recv())["code"] == "too_many_connections"
            waiting = [{"kind": "me"}, *[{"kind": "open"}] * 3]
            table = await one.create("belote", seats=waiting)
            await one.create("belote", seats=waiting)
            with pytest.raises(Refused, match="too_many_tables"):
                await one.create("belote", seats=waiting)
            await two.watch(table)
        async with Client(server.base, await session(server.base)) as watcher:
            await watcher.watch(table)
            async with Client(server.base, await session(server.base)) as another:
                with pytest.raises(Refused, match="too_many_spectators"):
                    await another.watch(table)


async def test_requests_have_a_rate(tmp_path: Path) -> None:
    with Server(tmp_path, replace(Limits(), requests_max=5)) as server:
        async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
            statuses = [(await http.get("/api/server")).status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2


async def test_who_says_nothing_is_hung_up_on(tmp_path: Path) -> None:
    with Server(tmp_path, replace(FREE, hello_seconds_max=0.2)) as server:
        async with connect(ws(server)) as socket:
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 5)
