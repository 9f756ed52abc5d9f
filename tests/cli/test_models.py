"""`kibitz models`: what is here, with its proof; and nothing leaves the machine unasked."""

import hashlib
import json
import socket

import pytest

from kibitz.nets import weights
from tests.support.command import Command


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("something was fetched without being asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.usefixtures("offline")
def test_every_shipped_model_with_hash_size_strength_and_command(command: Command) -> None:
    rows = {row["name"]: row for row in json.loads(command("models", "--json").output)}
    assert set(rows) == {file.name for file in weights.MODELS.glob("*.safetensors")}
    for name, row in rows.items():
        data = (weights.MODELS / name).read_bytes()
        assert (row["sha256"], row["bytes"]) == (hashlib.sha256(data).hexdigest(), len(data))
        assert row["command"]
        assert row["shipped"]
        assert row["strength"]


@pytest.mark.usefixtures("offline")
def test_the_list_and_one_of_it(command: Command) -> None:
    listed = command("models").output
    assert max(map(len, listed.splitlines())) <= 80
    assert "kibitz train ohhell" in listed
    lines, entries = len(listed.splitlines()), len(weights.manifest())
    assert lines < 10 * entries, "commands of pages are cut"
    entry = weights.manifest()["ohhell_net.safetensors"]
    assert entry["sha256"][:12] in listed
    shown = command("models", "show", "ohhell_net").output
    for word in (entry["sha256"], entry["command"], *entry["strength"]):
        assert word in shown


@pytest.mark.usefixtures("offline")
def test_playing_the_shipped_network_fetches_nothing(command: Command) -> None:
    done = command("play", "qwixx", "--plain", "--against", "net", "--seed", "1", stdin="quit\n")
    assert done.exit_code == 0, done.output


def test_refusals(command: Command) -> None:
    assert "missing_model" in command("models", "show", "nosuch").stderr
    refused = command("models", "fetch", "file:///etc/hostname", "--sha256", "0" * 64)
    assert refused.exit_code == 2
    assert "fetch_failed" in refused.stderr
