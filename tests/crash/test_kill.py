"""kill -9 in the middle: no acknowledged move is lost or made twice, and every game continues.

A real server process is killed without warning while real clients play at several tables, and
started again on the same store and port. Every client keeps what it received. After each kill:
what was acknowledged is there, at its place; the history that a client has put together over all
lost connections is what a newcomer receives; every game continues to its end.
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import kibitz
from tests.support.table_client import Client, Refused, session

KILLS = 6
KILLS_SOAK = 200
TABLES = 6
GAMES = ("belote", "ohhell", "dubito", "qwixx", "codepiece", "ohhell")
MOVES_SECONDS_MAX = 100


class Process:
    """`kibitz serve` as a process, on a port that stays the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.kills = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        source = str(Path(kibitz.__file__).parents[1])
        environment = dict(os.environ) | {"PYTHONPATH": source, "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--store", str(self.folder / "tables.db"), "--workers", "1"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "Kibitz is running at" in line, line + self._process.stdout.read()
        self.port = int(line.split("127.0.0.1:")[1].split("/")[0])

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self.kills += 1


class Player:
    """One person at a table of bots, who plays game after game and remembers every promise."""

    def __init__(self, server: Process, game: str, token: str, number: int) -> None:
        self.server, self.game, self.token = server, game, token
        self.rng = random.Random(number)
        self.client = Client(server.base, token)
        self.table = ""
        self.promised: dict[tuple[int, int], int] = {}  # (game, ply) -> action, acknowledged
        self.lost = 0

    async def live(self, stop: asyncio.Event) -> None:
        """Play, and connect again whenever the connection is lost."""
        while not stop.is_set():
            try:
                async with self.client:
                    await self.sit_down()
                    while not stop.is_set():
                        await self.act()
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError):
                self.lost += 1
                self.come_again()
                await asyncio.sleep(0.2)

    def come_again(self) -> None:
        """A new connection with what the old one knew."""
        old, self.client = self.client, Client(self.server.base, self.token)
        self.client.table = old.table
        self.client.history, self.client.notes = old.history, old.notes

    async def sit_down(self) -> None:
        if self.table:
            await self.client.watch(self.table)
            return
        options = {"schedule": [5, 4, 3]} if self.game == "ohhell" else {}
        self.table = await self.client.create(self.game, options=options)

    async def act(self) -> None:
        client = self.client
        table = client.table
        assert table is not None
        if table["status"] == "over":
            with contextlib.suppress(Refused):
                await client.ask("rematch", table=self.table)
            await client.until(lambda m: m["status"] == "playing")
        elif client.my_turn():
            action = self.rng.choice(table["position"]["legal"])["id"]
            place = (table["game"], table["position"]["ply"])
            move = {"table": self.table, "game": place[0], "ply": place[1], "action": action}
            with contextlib.suppress(Refused):  # stale: it was made before the crash
                await client.ask("move", **move)
                self.promised[place] = action
        else:
            await client.receive()

    async def check(self) -> None:
        """What was acknowledged is there; what was put together is the whole."""
        newcomer = Client(self.server.base, self.token)
        self.come_again()
        async with newcomer, self.client as client:
            await client.watch(self.table)
            await newcomer.watch(self.table)
            await newcomer.until(lambda m: m["seq"] >= client.table["seq"])  # type: ignore[index]
            await client.until(lambda m: m["seq"] >= newcomer.table["seq"])  # type: ignore[index]
            if client.table is not None and newcomer.table is not None:
                assert client.table["seq"] == newcomer.table["seq"]
        assert client.history == newcomer.history
        assert client.notes == newcomer.notes


async def crash(folder: Path, kills: int, seed: int) -> dict[str, int]:
    rng = random.Random(seed)
    server = Process(folder)
    server.start()
    try:
        tokens = [await session(server.base, f"P{i}") for i in range(TABLES)]
        players = [Player(server, GAMES[i], tokens[i], seed + i) for i in range(TABLES)]
        stop = asyncio.Event()
        lives = [asyncio.create_task(player.live(stop)) for player in players]
        for _ in range(kills):
            await more_moves(players, rng.randrange(5, 30))
            await asyncio.sleep(rng.uniform(0, 0.05))
            server.kill()
            await asyncio.to_thread(server.start)
        await more_moves(players, 10)
        stop.set()
        await asyncio.wait(lives, timeout=30)
        for task in lives:
            task.cancel()
        results = await asyncio.gather(*lives, return_exceptions=True)
        assert not [r for r in results if isinstance(r, AssertionError)], results
        for player in players:
            await player.check()
    finally:
        server.kill()
    made = await asyncio.to_thread(moves_kept, folder)
    promised = 0
    for player in players:
        kept = made[player.table]
        for place, action in player.promised.items():
            assert kept.get(place) == action, f"lost or changed: {player.game} {place}, seed {seed}"
        promised += len(player.promised)
    return {"promised": promised, "lost": sum(p.lost for p in players)}


async def more_moves(players: list[Player], count: int) -> None:
    """Wait until so many more moves were acknowledged."""

    def promised() -> int:
        return sum(len(player.promised) for player in players)

    goal, begin = promised() + count, time.monotonic()
    while promised() < goal:
        assert time.monotonic() - begin < MOVES_SECONDS_MAX, "nothing happens"
        await asyncio.sleep(0.01)


def moves_kept(folder: Path) -> dict[str, dict[tuple[int, int], int]]:
    """Every move in the store, by table, game and ply; one that is there twice fails."""
    import sqlite3

    made: dict[str, dict[tuple[int, int], int]] = {}
    connection = sqlite3.connect(folder / "tables.db")
    rows = connection.execute("SELECT table_id, seq, event FROM events ORDER BY table_id, seq")
    numbers: dict[str, int] = {}
    for table, seq, text in rows.fetchall():
        assert seq == numbers.get(table, 0) + 1, "a number is missing or double"
        numbers[table] = seq
        event: dict[str, Any] = json.loads(text)
        if event["kind"] in ("Act", "BotActs"):
            place = (event["game"], event["ply"])
            assert place not in made.setdefault(table, {}), f"a move was made twice: {place}"
            made[table][place] = event["action"]
    connection.close()
    return made


@pytest.mark.timeout(600)
async def test_kills_lose_nothing(tmp_path: Path) -> None:
    begin = time.monotonic()
    seen = await crash(tmp_path, KILLS, 1)
    print(f"{KILLS} kills in {time.monotonic() - begin:.0f} s: {seen}")
    assert seen["promised"] > KILLS * 5, f"hardly any move was acknowledged: {seen}"
    assert seen["lost"] >= KILLS, f"hardly any connection was lost: {seen}"


@pytest.mark.soak
@pytest.mark.timeout(7200)
async def test_two_hundred_kills(tmp_path: Path) -> None:
    seen = await crash(tmp_path, KILLS_SOAK, 2)
    assert seen["promised"] > KILLS_SOAK * 5


async def test_a_server_that_was_killed_is_started_with_its_sessions(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    token = await session(server.base)
    server.kill()
    server.start()
    try:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(timeout=60, base_url=server.base, headers=headers) as http:
            assert (await http.get("/api/server")).json()["session"] is not None
    finally:
        server.kill()
