"""What `docker compose --profile postgres up` starts, without a Docker engine, and a kill.

A PostgreSQL server with the user, database and password of compose.yaml, and the server's own
command, environment and health check, with the variables that docs/how-to/docker.md exports. Only
ports, the name of the database's host and the folder of the volume differ. Somebody plays, the
server is killed without warning, and the game is there when it starts again.
"""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.arena import postgres
from tests.packaging.dockerfile import words
from tests.support.command import Process
from tests.support.table_client import Client, Refused, session

ROOT = Path(__file__).parents[2]
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
SECONDS_MAX = 60.0
MOVES = 5

pytestmark = pytest.mark.skipif(
    postgres.programs() is None, reason="no PostgreSQL server is installed (apt install postgresql)"
)


def exported() -> dict[str, str]:
    """The variables that the how-to page exports."""
    page = (ROOT / "docs" / "how-to" / "docker.md").read_text("utf-8")
    lines = re.findall(r"^export (.*)$", page, re.MULTILINE)
    return dict(word.split("=", 1) for line in lines for word in shlex.split(line))


def filled(text: str, variables: dict[str, str]) -> str:
    """A string of compose.yaml with its variables, as Compose fills them in."""

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        assert kind == ":-" or name in variables, f"{name}: {rest}"
        return variables.get(name) or rest

    return re.sub(r"\$\{(\w+)(:[-?])([^}]*)\}", value, text)


class Container:
    """The service `kibitz`, as a process."""

    def __init__(self, variables: dict[str, str], volume: Path) -> None:
        service = SERVICES["kibitz"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = str(free.getsockname()[1])
        command = [filled(word, variables) for word in service["command"]]
        assert command.pop(0) == "kibitz"
        self.command = [*command, "--port", self.port]
        self.environment = {"KIBITZ_HOME": str(volume)}
        for name, text in service["environment"].items():
            self.environment[name] = filled(text, variables)
        self.base = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = Process()(*self.command, stderr=subprocess.STDOUT)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Kibitz is running" in line, line + self.process.stdout.read()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=SECONDS_MAX)

    def is_healthy(self) -> bool:
        """What the HEALTHCHECK of the image finds."""
        _, *rest = (word.replace("8642", self.port) for word in words("HEALTHCHECK"))
        done = subprocess.run([sys.executable, *rest], capture_output=True, check=False)
        return done.returncode == 0


def is_ready(url: httpx.URL) -> bool:
    """What the health check of the service `postgres` finds."""
    kind, test = SERVICES["postgres"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    path = f"{postgres.programs()}:{os.environ['PATH']}"
    there = {"PATH": path, "PGHOST": url.host, "PGPORT": str(url.port)}
    done = subprocess.run(["sh", "-c", test], env=there, capture_output=True, check=False)
    return done.returncode == 0


async def play(client: Client, moves: int) -> None:
    """Make so many moves, each acknowledged."""
    for _ in range(moves):
        while not client.my_turn():
            await client.receive()
        await client.move(lambda legal: legal[0])


@pytest.mark.timeout(180)
async def test_a_game_in_postgresql_survives_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables = exported()
    documented = httpx.URL(variables["KIBITZ_STORE"])
    about: dict[str, Any] = SERVICES["postgres"]["environment"]
    name, password = about["POSTGRES_USER"], filled(about["POSTGRES_PASSWORD"], variables)
    assert documented.userinfo.decode() == f"{name}:{password}"
    assert (documented.host, documented.path) == ("postgres", f"/{about['POSTGRES_DB']}")

    with postgres.server(password, about["POSTGRES_DB"]) as url:
        assert is_ready(httpx.URL(url))
        assert httpx.URL(url).userinfo == documented.userinfo
        server = Container(variables | {"KIBITZ_STORE": url}, tmp_path)
        for variable, text in server.environment.items():
            monkeypatch.setenv(variable, text)
        assert not server.is_healthy()
        server.start()
        try:
            assert server.is_healthy()
            with pytest.raises(Refused, match="bad_passphrase"):
                await session(server.base, passphrase="a guess of some length")
            token = await session(server.base, passphrase=variables["KIBITZ_PASSPHRASE"])
            async with Client(server.base, token) as client:
                table = await client.create("qwixx")  # never over after so few moves
                await play(client, MOVES)
            assert len(client.history) >= MOVES
            server.kill()
            assert not server.is_healthy()
            server.start()
            assert server.is_healthy()
            async with Client(server.base, token) as again:
                await again.watch(table)
                assert again.history[: len(client.history)] == client.history
                await play(again, 1)
            written = [file for _, _, files in os.walk(tmp_path) for file in files]
            assert not [name for name in written if name.startswith("tables.db")]
        finally:
            server.kill()
