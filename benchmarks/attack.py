"""Attack a server of our own on loopback, and see what holds.

    python benchmarks/attack.py                 all attacks, about three minutes
    python benchmarks/attack.py --quick         smaller numbers, for a test
    python benchmarks/attack.py flood events    some of them

A real server process with its usual limits. Attackers come from 127.0.0.2 and on, an honest guest
from 127.0.0.99. Each attack ends with what it measured and whether the promise held; in the end the
server must still answer, with no internal error and no traceback in its log. Exit code 1 if not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

PROTOCOL = 2
HONEST = "127.0.0.99"  # every attack comes from an address of its own
HALF = b"GET /api/server HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
SEARCHERS = [{"kind": "bot", "bot": "ismcts_deep"}] * 4
ALONE = [{"kind": "me"}, *[{"kind": "bot", "bot": "simple"}] * 3]
SECONDS_MAX = 60.0


class Server:
    """A server process with metrics and a log file."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, ""
        self.first_seconds = 0.0  # of the first start, with an empty store

    def start(self) -> float:
        """Start it, and return the seconds until it answers."""
        begun = time.monotonic()
        words = ["serve", "--port", "0", "--metrics", "0", "--log-format", "json"]
        environment = dict(os.environ) | {"KIBITZ_HOME": str(self.folder), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kibitz", *words],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr,), daemon=True)
        self.reader.start()
        assert self.process.stdout is not None
        self.base = re.findall(r"http://[^/]+", self.process.stdout.readline())[0]
        self.scrape = re.findall(r"http://\S+", self.process.stdout.readline())[0]
        self.port = int(self.base.rpartition(":")[2])
        took = time.monotonic() - begun
        self.first_seconds = self.first_seconds or took
        return took

    def _read(self, log: Any) -> None:
        for line in log:
            self.log += line

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(30)
        self.reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def http(self, address: str = HONEST, token: str | None = None) -> httpx.AsyncClient:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.AsyncClient(
            base_url=self.base,
            headers=headers,
            timeout=SECONDS_MAX,
            transport=httpx.AsyncHTTPTransport(local_address=address),
        )

    async def token(self, address: str = HONEST) -> str:
        async with self.http(address) as http:
            answer = await http.post("/api/session", json={"cookie": False})
        return str(answer.json()["token"])

    @contextlib.asynccontextmanager
    async def socket(
        self, address: str = HONEST, token: str | None = None
    ) -> AsyncIterator[ClientConnection]:
        """Give a connection that has said hello."""
        token = token or await self.token(address)
        url = self.base.replace("http", "ws") + "/api/socket"
        async with connect(url, max_size=None, local_addr=(address, 0)) as socket:
            await ask(socket, "hello", protocol=PROTOCOL, token=token)
            yield socket

    async def milliseconds(self, count: int = 20) -> float:
        """Return the median time of an honest guest's request."""
        times = []
        async with self.http() as http:
            for _ in range(count):
                begun = time.perf_counter()
                (await http.get("/api/server")).raise_for_status()
                times.append(1000 * (time.perf_counter() - begun))
        return statistics.median(times)


@dataclass(frozen=True)
class Held:
    held: bool
    detail: str


async def ask(socket: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    """Send a message and return the answer with its number."""
    number = time.monotonic_ns() % 2**50
    await socket.send(json.dumps({"type": kind, "id": number} | fields))
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), SECONDS_MAX))
        if message.get("re") == number:
            return message


# The attacks --------------------------------------------------------------------------------------


async def half_sent(server: Server, quick: bool) -> Held:
    """1,100 connections with half a header, from one address."""
    opened = []
    for _ in range(200 if quick else 1100):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=("127.0.0.2", 0)
            )
            writer.write(HALF)
            opened.append(writer)
    took = await server.milliseconds()
    for writer in opened:
        writer.close()
    return Held(took < 1000, f"{len(opened)} tried; others are answered in {took:.1f} ms")


async def upgrades(server: Server, _: bool) -> Held:
    """WebSocket upgrades that cannot be read."""
    url = server.base.replace("http", "ws") + "/api/socket"
    codes = []
    for headers in ({"X-Long": "x" * 8200}, {f"X-{i}": "x" for i in range(200)}):
        try:
            async with asyncio.timeout(20):
                await connect(url, additional_headers=headers, local_addr=("127.0.0.3", 0))
        except InvalidStatus as refused:
            codes.append(refused.response.status_code)
        except TimeoutError:
            codes.append(0)
    return Held(0 not in codes, f"answered with {codes}")


async def flood(server: Server, quick: bool) -> Held:
    """Garbage as fast as it goes, on many connections."""
    sent = closed = 0
    garbage = [
        "{",
        "[" * 5000,
        '{"type": "move"}',
        "\u0000",
        '{"type": "hello", "x": {}}',
        "7" * 4000,
    ]
    for _ in range(5 if quick else 25):
        try:
            async with server.socket("127.0.0.4") as socket:
                for number in range(200):
                    await socket.send(garbage[number % len(garbage)])
                    sent += 1
                while True:
                    await asyncio.wait_for(socket.recv(), 10)
        except (ConnectionClosed, TimeoutError):
            closed += 1
    took = await server.milliseconds()
    return Held(took < 1000, f"{sent} messages, hung up on {closed} times; others {took:.1f} ms")


async def frames(server: Server, _: bool) -> Held:
    """Frames that are too big, binary, or broken off."""
    codes = []
    for frame in ("x" * 9000, "x" * 2_000_000, b"\x00" * 9000):
        try:
            async with server.socket("127.0.0.5") as socket:
                await socket.send(frame)
                while True:
                    await asyncio.wait_for(socket.recv(), 10)
        except ConnectionClosed as closed:
            codes.append(closed.rcvd.code if closed.rcvd else 0)
    return Held(codes == [1009] * 3, f"closed with {codes}")


async def bodies(server: Server, _: bool) -> Held:
    """Option names, cards, specs and bodies that made a server fail before."""
    token = await server.token("127.0.0.6")
    statuses = []
    async with server.http("127.0.0.6", token) as http:
        for name in ("name", "self", "engine", "options", "x" * 500):
            setup = {"game": "ohhell", "options": {name: "native"}}
            statuses.append((await http.post("/api/tables", json=setup)).status_code)
        for turned in ([1], {"a": 1}, "x", 99, -1, 1.5):
            scene = {"game": "ohhell", "deal": {"turned": turned}}
            body = {"scene": scene, "fill": True}
            statuses.append((await http.post("/api/analysis/scenes", json=body)).status_code)
        contents = (b"{", b"\xff\xfe", b"[" * 60_000, b"\x00" * 100)
        answers = [await http.post("/api/tables", content=body) for body in contents]
        statuses += [answer.status_code for answer in answers]
        shown = (await http.get("/api/arena")).text
    wrong = [status for status in statuses if not 400 <= status < 500]
    path = str(server.folder) in shown
    return Held(not wrong and not path, f"{len(statuses)} refused, {len(wrong)} failed")


async def jobs(server: Server, quick: bool) -> Held:
    """Analysis jobs that are begun and stopped, 120 of them."""
    body = {"hand": list(range(8)), "deals": 5000, "simulations": 5000, "seconds": 600}
    token = await server.token("127.0.0.7")
    async with server.http("127.0.0.7", token) as http:
        for _ in range(10 if quick else 120):
            begun = await http.post("/api/analysis/annonces", json=body)
            await http.delete(f"/api/analysis/jobs/{begun.json()['job']}")
    async with server.http(HONEST, await server.token()) as http:
        small = body | {"deals": 1, "simulations": 0, "seconds": 1}
        begun = await http.post("/api/analysis/annonces", json=small)
        if begun.status_code != 202:
            return Held(False, f"another guest is refused: {begun.text}")
        start = time.monotonic()
        state = "waiting"
        while state in ("waiting", "running") and time.monotonic() - start < SECONDS_MAX:
            await asyncio.sleep(0.2)
            state = (await http.get(f"/api/analysis/jobs/{begun.json()['job']}")).json()["state"]
    return Held(state == "done", f"another guest's job: {state}, {time.monotonic() - start:.1f} s")


async def explores(server: Server, quick: bool) -> Held:
    """Slow questions by one guest, and a quick one by another."""
    slow = {"scene": {"game": "codepiece", "seed": "7"}, "bots": ["ismcts_deep"], "worlds": 2000}
    quick_one = {"scene": {"game": "codepiece", "seed": "7"}}
    attacker, honest = await server.token("127.0.0.8"), await server.token()
    async with server.http("127.0.0.8", attacker) as bad, server.http(HONEST, honest) as good:
        await good.post("/api/analysis/scenes", json=quick_one)  # a process has started
        asked = [
            asyncio.create_task(bad.post("/api/analysis/explore", json=slow))
            for _ in range(4 if quick else 8)
        ]
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        answer = await good.post("/api/analysis/scenes", json=quick_one)
        took = time.monotonic() - begun
        done = [task.result().status_code for task in asked if task.done()]
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
    detail = f"answered in {took:.2f} s beside {len(asked)} slow ones ({done.count(503)} refused)"
    return Held(answer.status_code == 200 and took < 10, detail)


async def bot_tables(server: Server, quick: bool) -> Held:
    """Thirty tables of deep searchers, and a stranger who plays against `simple`."""
    async with contextlib.AsyncExitStack() as stack:
        bad = [await stack.enter_async_context(server.socket("127.0.0.9")) for _ in range(2)]
        setup = {"game": "codepiece", "seats": SEARCHERS, "pace_ms": 0}
        tables = []
        for number in range(8 if quick else 30):
            made = await ask(bad[number % 2], "create", setup=setup)
            tables.append((bad[number % 2], made["table"]))
        await asyncio.sleep(1.0)
        times = await _game(server)
        for socket, table in tables:
            await ask(socket, "abandon", table=table)
    worst = max(times)
    detail = f"bots' replies: median {statistics.median(times):.2f} s, worst {worst:.2f} s"
    return Held(worst < 8.0, detail)


async def _game(server: Server) -> list[float]:
    """Play a game against `simple`; return how long one waited for each turn."""
    waits = []
    async with server.socket() as socket:
        setup = {"game": "codepiece", "seats": ALONE, "pace_ms": 0}
        await socket.send(json.dumps({"type": "create", "setup": setup}))
        begun, asked = time.monotonic(), -1
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), SECONDS_MAX))
            if message["type"] != "table" or message["position"] is None:
                continue
            if message["status"] == "over":
                return waits
            position = message["position"]
            if position["player"] != message["you"] or position["ply"] == asked:
                continue
            waits.append(time.monotonic() - begun)
            where = {"table": message["table"], "game": message["game"], "seq": message["seq"]}
            asked, action = position["ply"], position["legal"][0]["id"]
            move = {"type": "move", "ply": asked, "action": action} | where
            await socket.send(json.dumps(move))
            begun = time.monotonic()


async def events(server: Server, quick: bool) -> Held:
    """Coming and going for ever, then a restart."""
    accepted = refused = 0
    token = await server.token("127.0.0.10")
    async with server.socket("127.0.0.10", token) as socket:
        made = await ask(socket, "create", setup={"game": "belote", "seats": ALONE})
    for _ in range(1 if quick else 9):  # a connection is cut off after 100 messages
        async with server.socket("127.0.0.10", token) as socket:
            for number in range(40):
                answer = await ask(socket, "pace", table=made["table"], pace_ms=number)
                accepted += answer["type"] == "ok"
                refused += answer.get("code") == "too_many_events"
    return Held(0 < accepted <= 300, f"{accepted} events accepted, {refused} refused")


async def restart(server: Server, _: bool) -> Held:
    """kill -9, 40,000 events in the store, and a restart."""
    server.stop(signal.SIGKILL)
    connection = sqlite3.connect(server.folder / "tables.db")
    row = connection.execute("SELECT id, host FROM tables ORDER BY created LIMIT 1").fetchone()
    if row is not None:
        last = connection.execute(
            "SELECT max(seq), max(at) FROM events WHERE table_id = ?", row[:1]
        ).fetchone()
        event = json.dumps({"kind": "Pace", "player": row[1], "pace_ms": 5, "paused": None})
        rows = [(row[0], (last[0] or 0) + n, last[1] or 0.0, event) for n in range(1, 40_001)]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        connection.commit()
    connection.close()
    took = server.start() - server.first_seconds
    detail = f"answers {took:+.1f} s after the time of an empty one ({server.first_seconds:.1f} s)"
    return Held(took < 20, detail)


async def damage(server: Server, _: bool) -> Held:
    """A zeroed page and an unreadable setup; then a repair."""
    server.stop()
    file = server.folder / "tables.db"
    connection = sqlite3.connect(file)
    connection.execute("UPDATE tables SET setup = '{' WHERE rowid = 2")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.close()
    with file.open("r+b") as opened:
        opened.seek((pages - 2) * 4096)
        opened.write(bytes(4096))
    server.start()
    took = await server.milliseconds(3)
    server.stop()
    environment = dict(os.environ) | {"KIBITZ_HOME": str(server.folder)}
    words = [sys.executable, "-m", "kibitz", "store", "check", "tables"]
    codes = [
        (await _command([*words, *more], environment)).returncode for more in ([], ["--repair"], [])
    ]
    server.start()
    return Held(codes == [1, 0, 0], f"answers in {took:.0f} ms; check, repair, check: {codes}")


async def full_disk(server: Server, _: bool) -> Held:
    """No room for another byte, and then there is again."""
    pid, usual = server.process.pid, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    async with server.socket("127.0.0.11") as socket:
        seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
        made = await ask(socket, "create", setup={"game": "belote", "seats": seats, "pace_ms": 0})
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, usual[1]))
        refused = await ask(socket, "start", table=made["table"], bot="simple")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        again = await ask(socket, "start", table=made["table"], bot="simple")
        dealt = False
        while not dealt:
            message = json.loads(await asyncio.wait_for(socket.recv(), SECONDS_MAX))
            dealt = message["type"] == "table" and message["status"] == "playing"
    held = refused.get("code") == "not_kept" and again["type"] == "ok" and dealt
    return Held(held, f"{refused.get('code')}, then {again['type']}, and the cards are dealt")


async def second(server: Server, _: bool) -> Held:
    """A second server on the same store, through a link."""
    link = server.folder / "link.db"
    link.symlink_to(server.folder / "tables.db")
    words = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--store", str(link)]
    done = await _command(words, dict(os.environ))
    return Held("file_in_use" in done.stderr, done.stderr.strip()[:70])


async def _command(words: list[str], environment: dict[str, str]) -> Any:
    return await asyncio.to_thread(
        subprocess.run, words, env=environment, capture_output=True, text=True, timeout=SECONDS_MAX
    )


ATTACKS: list[Callable[[Server, bool], Awaitable[Held]]] = [
    half_sent, upgrades, flood, frames, bodies, jobs, explores, bot_tables, events, full_disk,
    second, restart, damage,
]  # fmt: skip


async def survived(server: Server) -> Held:
    """No internal error, no traceback, and a game can be played."""
    waits = await _game(server)
    log = server.log
    lines = [json.loads(line) for line in log.splitlines()]
    failed = [line for line in lines if "internal error" in line["message"]]
    async with httpx.AsyncClient() as http:
        metrics = (await http.get(server.scrape)).text
    memory = float(re.findall(r"^process_resident_memory_bytes (\S+)", metrics, re.M)[0]) / 1e6
    wrong = "Traceback" in log or bool(failed)
    detail = f"{len(lines)} log lines, {len(failed)} internal errors, {memory:.0f} MB"
    return Held(not wrong and bool(waits), detail)


async def run(names: list[str], quick: bool, folder: Path) -> bool:
    server = Server(folder)
    server.start()
    fine = True
    try:
        for attack in [*ATTACKS, survived]:
            if names and attack.__name__ not in (*names, "survived"):
                continue
            try:
                held = await attack(server, quick) if attack in ATTACKS else await survived(server)
            except Exception as error:  # noqa: BLE001 (the other attacks still count)
                held = Held(False, f"{type(error).__name__}: {error}")
            fine = fine and held.held
            print(f"{'held' if held.held else 'FAILED':7} {attack.__name__:11} {held.detail}")
    finally:
        server.stop()
    return fine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("attacks", nargs="*", help="names of attacks; all without")
    parser.add_argument("--quick", action="store_true", help="smaller numbers")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kibitz-attack-") as folder:
        sys.exit(not asyncio.run(run(given.attacks, given.quick, Path(folder))))


if __name__ == "__main__":
    main()
