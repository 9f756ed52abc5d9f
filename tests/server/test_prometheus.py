"""Metrics and the JSON log of a real server: they add up, and hold no secret."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from kibitz.core.errors import BadOption, MissingExtra
from kibitz.server.logs import FIELDS
from kibitz.server.prometheus import BadMetricsPort, Prometheus, parse_place
from tests.support.command import Process
from tests.support.table_client import Client, Refused, session

pytest.importorskip("prometheus_client")
PASSPHRASE = "swordfish and chips"


def chooser(legal: list[dict[str, Any]]) -> dict[str, Any]:
    return legal[-1]


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, f"{name} is not in\n{text}"
    return float(found[1])


async def test_a_game_is_counted_and_stays_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    monkeypatch.setenv("KIBITZ_PASSPHRASE", PASSPHRASE)
    words = ["serve", "--port", "0", "--workers", "1", "--log-format", "json", "--metrics", "0"]
    running = Process()(*words)
    assert running.stdout is not None
    try:
        base = str(re.findall(r"http://\S+", running.stdout.readline())[0])
        scrape = str(re.findall(r"http://\S+", running.stdout.readline())[0])
        token = await session(base, passphrase=PASSPHRASE)
        async with Client(base, token) as client:
            await client.create("belote")
            with pytest.raises(Refused):
                await client.ask("undo", table="nowhere-at-all")
            over = await client.play(chooser)
            async with httpx.AsyncClient() as http:
                text = (await http.get(scrape)).text
                assert (await http.get(f"{base}metrics")).status_code != 200 or (
                    "kibitz_event" not in (await http.get(f"{base}metrics")).text
                ), "the tables' own port does not serve them"
    finally:
        running.send_signal(signal.SIGINT)
        _, log = running.communicate(timeout=30)
    plies = over["position"]["ply"]
    acts = value(text, 'kibitz_event_seconds_count{kind="Act"}')
    bots = value(text, 'kibitz_event_seconds_count{kind="BotActs"}')
    assert acts + bots == plies
    assert value(text, 'kibitz_event_seconds_count{kind="Begin"}') == 1
    assert value(text, 'kibitz_answer_seconds_count{kind="move"}') >= bots
    assert value(text, 'kibitz_messages_total{type="move"}') == acts
    assert value(text, 'kibitz_refusals_total{code="unknown_table"}') == 1
    assert value(text, 'kibitz_tables{status="over"}') == 1
    assert value(text, "kibitz_connections") == 1
    assert value(text, 'kibitz_request_seconds_count{status="200"}') == 1
    assert "process_resident_memory_bytes" in text
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"server starts", "table created", "game over", "server stops"} <= {
        line["message"] for line in lines
    }
    known = {"time", "level", "logger", "message", *FIELDS}
    assert all(line.keys() <= known for line in lines)
    result = over["result"]
    secrets = [token, PASSPHRASE, result["seed"], result["salt"], over["table"], client.name]
    for secret in secrets:
        assert secret not in log
        assert secret not in text


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ("9642", ("127.0.0.1", 9642)),
        ("0.0.0.0:1", ("0.0.0.0", 1)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_where_metrics_are(given: str, place: tuple[str, int]) -> None:
    assert parse_place(given) == place


@pytest.mark.parametrize("given", ["", "here", "1.2.3.4:", "99999", ":-1"])
def test_where_no_metrics_are(given: str) -> None:
    with pytest.raises(BadOption):
        parse_place(given)


def test_a_port_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Prometheus("127.0.0.1", 0)
    try:
        with pytest.raises(BadMetricsPort):
            Prometheus("127.0.0.1", first.port)
    finally:
        first.close()
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match="metrics"):
        Prometheus("127.0.0.1", 0)
