"""The table under load: many tables of four people, one move a second at each.

    python benchmarks/table_load.py                        200 tables for 30 seconds
    python benchmarks/table_load.py --tables 50 --seconds 10 --json

A real server process with its store on the disk, and real WebSocket clients in this process: four
a table. Latency is the time from sending a move until it is acknowledged (it is on the disk then),
and until the last of the four has it. The server's memory and CPU time are read from /proc: give
both processes a core of their own, or the client's work counts as the server's waiting.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
PROTOCOL = 2
SETUP = {"game": "belote", "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3], "pace_ms": 0}
GOAL_P99_MS, GOAL_RSS_MB = 100.0, 300.0
# The server with limits that one address of a load test needs.
SERVER = """
import sys
from dataclasses import replace
from kibitz.server.app import Config
from kibitz.server.limits import Limits
from kibitz.server.run import address, listen, run
many = 10**6
limits = replace(Limits(), connections_max=many, connections_address_max=many, tables_max=many,
    tables_address_max=many, requests_max=many, sessions_max=many, player_messages_max=many)
made = listen("127.0.0.1", 0)
config = Config(sys.argv[1], workers=1, limits=limits)
run(config, made, ready=lambda _: print(address(made), flush=True))
"""


@dataclass
class Measured:
    acknowledged: list[float] = field(default_factory=list)  # milliseconds
    delivered: list[float] = field(default_factory=list)  # until the last of four knew
    late: int = 0  # moves that had to wait for the one before
    server_cpu: float = 0.0  # seconds, while moves were made
    client_cpu: float = 0.0
    wall: float = 0.0


class Person:
    """One connection. The table keeps what it receives."""

    def __init__(self, table: LoadTable, socket: ClientConnection) -> None:
        self.table, self.socket = table, socket
        self.latest: dict[str, Any] = {}

    async def listen(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "table":
                self.latest = message
                self.table.seen(message)
            elif message["type"] == "ok" and message["re"]:
                self.table.acknowledged(message["re"])
            elif message["type"] == "refusal":
                raise SystemExit(f"refused: {message}")

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind} | fields))


class LoadTable:
    def __init__(self, number: int, measured: Measured) -> None:
        self.measured = measured
        self.rng = random.Random(number)
        self.people: list[Person] = []
        self.id = ""
        self.sent: dict[int, float] = {}
        self.goal: tuple[int, int] | None = None  # the position that all must see
        self.goal_at, self.goal_left = 0.0, 0
        self.number = 0

    def seen(self, message: dict[str, Any]) -> None:
        position = message["position"]
        if position is None or self.goal is None:
            return
        if (message["game"], position["ply"]) == self.goal:
            self.goal_left -= 1
            if self.goal_left == 0:
                self.measured.delivered.append(1000 * (time.perf_counter() - self.goal_at))
                self.goal = None

    def acknowledged(self, number: int) -> None:
        begin = self.sent.pop(number, None)
        if begin is not None:
            self.measured.acknowledged.append(1000 * (time.perf_counter() - begin))

    async def move(self) -> None:
        """Whoever is on turn moves; after a game all want another."""
        if self.sent or self.goal:
            self.measured.late += 1
            return
        for person in self.people:
            latest = person.latest
            if latest.get("status") == "over":
                if person.latest["you"] not in latest["rematch"]:
                    await person.say("rematch", table=self.id)
                continue
            position = latest.get("position")
            if position is None or not position["legal"] or latest["status"] != "playing":
                continue
            action = self.rng.choice(position["legal"])["id"]
            place = {"game": latest["game"], "ply": position["ply"]}
            self.number += 1
            self.goal = (latest["game"], position["ply"] + 1)
            self.goal_at, self.goal_left = time.perf_counter(), SEATS
            self.sent[self.number] = self.goal_at
            await person.say("move", id=self.number, table=self.id, action=action, **place)
            return

    async def play(self, begin: float, seconds: float) -> None:
        """One move a second, at this table's own moment of the second."""
        offset = self.rng.random()
        for tick in range(int(seconds)):
            await asyncio.sleep(max(0.0, begin + tick + offset - time.perf_counter()))
            await self.move()


async def set_up(base: str, number: int, measured: Measured, http: httpx.AsyncClient) -> LoadTable:
    table = LoadTable(number, measured)
    address = base.replace("http", "ws", 1) + "api/socket"
    for seat in range(SEATS):
        body = {"name": f"P{seat}", "cookie": False}
        token = (await http.post("/api/session", json=body)).json()["token"]
        socket = await connect(address, max_size=None, compression=None)
        await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": token}))
        await socket.recv()
        person = Person(table, socket)
        if seat == 0:
            await person.say("create", setup=SETUP, id=0)
            table.id = json.loads(await socket.recv())["table"]
        else:
            await person.say("watch", table=table.id)
            await person.say("join", table=table.id)
        table.people.append(person)
    return table


async def load(base: str, tables: int, seconds: float, pid: int) -> Measured:
    measured = Measured()
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        sitting = [await set_up(base, number, measured, http) for number in range(tables)]
    listening = [asyncio.create_task(p.listen()) for table in sitting for p in table.people]
    await asyncio.sleep(2)
    measured.acknowledged.clear()
    begin, server, client = time.perf_counter(), cpu_seconds(pid), time.process_time()
    await asyncio.gather(*(table.play(begin, seconds) for table in sitting))
    await asyncio.sleep(1)
    measured.wall = time.perf_counter() - begin
    measured.server_cpu = cpu_seconds(pid) - server
    measured.client_cpu = time.process_time() - client
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    await asyncio.gather(*(p.socket.close() for table in sitting for p in table.people))
    return measured


def share(sorted_values: list[float], q: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(q * len(sorted_values)))]


def memory_mb(pid: int) -> float:
    """The most that the process has had in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, f"{folder}/tables.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            base = server.stdout.readline().strip()
            measured = asyncio.run(load(base, arguments.tables, arguments.seconds, server.pid))
            memory = memory_mb(server.pid)
        finally:
            server.kill()
            server.wait()
    acknowledged, delivered = sorted(measured.acknowledged), sorted(measured.delivered)
    found = {
        "tables": arguments.tables,
        "connections": SEATS * arguments.tables,
        "moves": len(acknowledged),
        "late": measured.late,
        "ack_ms": {q: round(share(acknowledged, float(q)), 1) for q in ("0.5", "0.9", "0.99")},
        "told_ms": {q: round(share(delivered, float(q)), 1) for q in ("0.5", "0.9", "0.99")},
        "wall_seconds": round(measured.wall, 1),
        "server_cpu_seconds": round(measured.server_cpu, 2),
        "client_cpu_seconds": round(measured.client_cpu, 2),
        "server_cpu_ms_a_move": round(1000 * measured.server_cpu / len(acknowledged), 2),
        "server_memory_mb": round(memory, 1),
    }
    if arguments.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:>20}  {value}")
    good = found["ack_ms"]["0.99"] < GOAL_P99_MS and memory < GOAL_RSS_MB
    print(
        f"goal: p99 under {GOAL_P99_MS:g} ms and {GOAL_RSS_MB:g} MB: {'met' if good else 'NOT met'}"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
