"""`kibitz doctor` and the report of a server at its start: what is missing or wrong is said."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from kibitz.cli.doctor import checks
from kibitz.core import engine
from kibitz.core.health import Check
from kibitz.nets import weights
from kibitz.server import readiness
from kibitz.server.routes import pages
from tests.support.command import Command


def by_name(found: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {check["name"]: check for check in found}


def test_all_of_it(command: Command) -> None:
    done = command("doctor", "--json", "--port", "64999")
    found = by_name(json.loads(done.stdout))
    assert {"system", "engine", "CPU", "rules", "page", "models, shipped", "state folder"} <= set(
        found
    )
    assert {"store tables", "store arena", "port", "open files", "sandbox", "extras"} <= set(found)
    assert found["rules"]["health"] == "ok"
    assert found["models, shipped"]["health"] == "ok"
    assert found["store tables"]["detail"] == "none yet"
    assert done.exit_code == any(check["health"] == "wrong" for check in found.values())
    shown = command("doctor", "--port", "64999")
    assert "models" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_what_is_wrong_gives_the_exit_code(
    command: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "sandbox", lambda: Check("sandbox", "ok", ""))
    home.mkdir()
    (home / "tables.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = command("doctor", "--json", "--port", port)
    found = by_name(json.loads(done.stdout))
    assert done.exit_code == 1
    assert found["store tables"]["health"] == "wrong"
    assert "kibitz store check --repair" in found["store tables"]["advice"]
    assert found["port"]["health"] == "wrong"
    assert "--port" in found["port"]["advice"]


def test_a_check_that_breaks_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Check:
        raise ZeroDivisionError

    for name in ("cpu", "sandbox", "rules", "stores"):
        monkeypatch.setattr(checks, name, broken)
    found = {check.name: check for check in checks.every(64999)}
    assert found["CPU"].health == "wrong"
    assert "ZeroDivisionError" in found["CPU"].detail
    assert "extras" in found


def test_what_a_server_lacks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(engine.VARIABLE, raising=False)
    monkeypatch.setattr(engine, "_load", lambda: (None, "built for another Python"))
    monkeypatch.setattr(pages, "static", lambda: tmp_path / "static")
    monkeypatch.setattr(weights, "MODELS", tmp_path)
    (tmp_path / "manifest.json").write_text(
        '{"a.safetensors": {"sha256": "0"}, "b.safetensors": {"sha256": "0"}}'
    )
    (tmp_path / "a.safetensors").write_bytes(b"weights")
    lacks = {check.name: check for check in readiness.lacks()}
    assert lacks.keys() == {"engine", "page", "models, shipped"}
    assert "built for another Python" in lacks["engine"].detail
    assert lacks["page"].health == "missing"
    assert "make page" in lacks["page"].advice
    assert lacks["models, shipped"].health == "wrong"
    assert "a.safetensors does not have the hash" in lacks["models, shipped"].detail
    assert "b.safetensors is missing" in lacks["models, shipped"].detail
    monkeypatch.setenv(engine.VARIABLE, "python")
    assert "engine" not in {check.name for check in readiness.lacks()}, "it was chosen"


def test_a_page_with_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<script src="/assets/index-1.js"></script>')
    found = readiness.page_check(tmp_path)
    assert found.health == "wrong"
    assert "assets/index-1.js" in found.detail
