"""`kibitz serve`: starts, says where, ends on Ctrl-C; and refuses with a sentence."""

import signal
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.command import Command


def started(process: Any, *words: str) -> tuple[Any, str]:
    running = process("serve", "--port", "0", *words)
    line = running.stdout.readline()
    assert line.startswith("Kibitz is running at http://127.0.0.1:"), line + running.stderr.read()
    return running, line.split()[4].rstrip(";")


def end(running: Any) -> str:
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    return str(errors)


def test_it_serves_and_ends_on_ctrl_c(process: Any, home: Path) -> None:
    running, url = started(process)
    try:
        assert httpx.get(f"{url}api/server").json()["passphrase"] is False
    finally:
        errors = end(running)
    assert errors == ""
    assert running.returncode in (0, 130, -signal.SIGINT)
    assert (home / "tables.db").exists()


def test_with_a_pass_phrase_and_without_a_model(
    process: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / "manifest.json").write_text('{"big.safetensors": {"sha256": "0"}}')
    monkeypatch.setenv("KIBITZ_PASSPHRASE", "open sesame")
    running, url = started(process, "--host", "127.0.0.1", "--store", str(tmp_path / "x.db"))
    try:
        assert httpx.get(f"{url}api/server").json()["passphrase"] is True
        assert httpx.get(f"{url}api/games").status_code == 401
    finally:
        errors = end(running)
    assert "big.safetensors is missing" in errors, "the server says at its start what it lacks"


def test_others_need_a_pass_phrase(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_PASSPHRASE", raising=False)
    refused = command("serve", "--host", "0.0.0.0")
    assert refused.exit_code == 2
    assert "no_passphrase" in refused.stderr
    monkeypatch.setenv("KIBITZ_PASSPHRASE", "short")
    assert "at least 8" in command("serve").stderr


def test_what_cannot_be_served(command: Command, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = command("serve", "--port", str(taken.getsockname()[1]))
    assert refused.exit_code == 2
    assert "bad_port" in refused.stderr
    assert "bad_store" in command("serve", "--port", "0", "--store", "nosuch://x").stderr
    assert "must be given together" in command("serve", "--certificate", "x.pem").stderr
    certificate = tmp_path / "missing.pem"
    refused = command("serve", "--certificate", str(certificate), "--key", str(certificate))
    assert (refused.exit_code, "bad_file" in refused.stderr) == (2, True)
    certificate.write_text("not a certificate")
    refused = command("serve", "--certificate", str(certificate), "--key", str(certificate))
    assert "are not a certificate and its key" in refused.stderr
    refused = command("serve", "--port", "0", "--runs", str(certificate))
    assert (refused.exit_code, "takes a folder" in refused.stderr) == (2, True)
    assert command("serve", "--port", "70000").exit_code == 2
