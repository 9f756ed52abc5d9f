"""Two real processes on one PostgreSQL: what they share, and what happens when one is killed.

A proxy may send anybody to either of them. Ada is connected to one, Ben to the other, and they sit
at one table: messages are passed on to the process that holds it. When that one is killed, the
other takes its tables over, and no acknowledged move is lost.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.command import Process
from tests.support.table_client import Client, Refused, session

SECONDS_MAX = 60.0


class Server:
    """`kibitz serve --together`, on a port of its own."""

    def __init__(self, place: str) -> None:
        self.process = Process()(
            "serve", "--port", "0", "--behind-proxy", "--together", "--store", place,
            "--workers", "1", stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Kibitz is running at" in line, line
        self.base = "http://127.0.0.1:" + line.split("127.0.0.1:")[1].split("/")[0]

    def kill(self) -> None:
        """Without warning."""
        self.process.kill()
        self.process.communicate(timeout=SECONDS_MAX)

    def get(self, path: str, token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        reply = httpx.get(self.base + path, headers=headers, timeout=SECONDS_MAX)
        assert reply.status_code == 200, reply.text
        return reply.json()


@pytest.fixture
def servers(
    postgres_place: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Server, Server]]:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    both = Server(postgres_place), Server(postgres_place)
    yield both
    for server in both:
        server.kill()


async def both_play(one: Client, two: Client, moves: int) -> dict[tuple[int, int], int]:
    """Let two people act in turn; return the moves that were acknowledged, by game and ply."""
    promised: dict[tuple[int, int], int] = {}

    async def live(client: Client) -> None:
        while len(promised) < moves and client.table is not None:
            if client.table["status"] == "over":
                return
            if client.my_turn():
                at, action = client.table, client.table["position"]["legal"][0]["id"]
                place = (at["game"], at["position"]["ply"])
                await client.ask(
                    "move", table=at["table"], game=place[0], ply=place[1], action=action
                )
                promised[place] = action
            else:
                await client.receive()

    tasks = [asyncio.create_task(live(client)) for client in (one, two)]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED, timeout=SECONDS_MAX)
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert not [end for end in ends if isinstance(end, Exception)], ends
    return promised


async def until_it_takes(client: Client, table: str) -> None:
    """Watch; a table of a process that was just killed is free in a moment."""
    while True:
        try:
            await client.watch(table)
        except (Refused, ConnectionClosed):
            await asyncio.sleep(0.1)
            await client.__aexit__()
            await client.__aenter__()
        else:
            return


@pytest.mark.timeout(300)
async def test_two_processes_and_a_kill(servers: tuple[Server, Server]) -> None:
    first, second = servers
    ada, ben = await session(first.base, "Ada"), await session(first.base, "Ben")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    seats.append(seats[-1])
    schedule = {"players": 4, "schedule": [4, 5, 6, 7, 8]}
    async with Client(first.base, ada) as one, Client(second.base, ben, "Ben") as two:
        # Ada's table sits in the first process, Ben reaches it through the second.
        table = await one.create("ohhell", seats=seats, options=schedule)
        async with Client(first.base, ada) as other:  # whoever creates a table, watches it
            left_alone = await other.ask(
                "create", setup={"game": "dubito", "pace_ms": 2000, "seats": [seats[2]] * 3,
                                 "options": {"players": 3}}
            )  # fmt: skip
        await two.watch(table)
        await two.ask("join", table=table)
        for server in servers:
            assert table in {row["table"] for row in server.get("/api/tables", ben)}
        await one.until(lambda m: m["status"] == "playing")
        await two.until(lambda m: m["status"] == "playing")
        await one.ask("emote", table=table, emote="hello")
        while not any(message["type"] == "emoted" for message in two.received):
            await two.receive()
        promised = await both_play(one, two, 6)
        assert len(promised) >= 6
        assert second.get(f"/api/tables/{table}", ben)["you"] is not None

        first.kill()
        with pytest.raises(ConnectionClosed):  # Ben's, too: his messages went through it
            await two.until(lambda _: False)

    history, seq = two.history, (two.table or {})["seq"]
    async with Client(second.base, ada) as one, Client(second.base, ben, "Ben") as two:
        await until_it_takes(one, table)
        await until_it_takes(two, table)
        assert two.table is not None
        assert two.table["seq"] >= seq
        assert two.history[: len(history)] == history
        # Nobody asked for the table of bots; it was adopted all the same.
        rows = []
        for _ in range(300):
            rows = second.get("/api/tables", ada)
            if left_alone["table"] in {row["table"] for row in rows}:
                break
            await asyncio.sleep(0.1)
        assert left_alone["table"] in {row["table"] for row in rows}
        await both_play(one, two, 10_000)
        await one.until(lambda m: m["status"] == "over")
    record = second.get("/api/records?mine=true", ben)[0]
    text = second.get(f"/api/records/{record['record']}", ben)["record"]
    actions = json.loads(text)["actions"]
    for (game, ply), action in promised.items():
        assert game == 1
        assert actions[ply] == action, "an acknowledged move was lost"
