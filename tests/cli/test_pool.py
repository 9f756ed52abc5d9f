"""`kibitz pool`: what it says, and that a process may be killed whenever it likes."""

import json
import os
import pty
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from kibitz.cli.common import progress
from kibitz.search import deal_pool
from tests.support.command import Command, Process

WAIT_SECONDS = 60
DEALS, SEED = 700, 5


def words(path: Path, *more: str) -> list[str]:
    return ["pool", "belote", "-n", str(DEALS), "--seed", str(SEED), "-o", str(path), *more]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The pool as one undisturbed call writes it."""
    path = tmp_path_factory.mktemp("pool") / "whole"
    deal_pool.write(path, "belote", DEALS, SEED)
    return path.read_bytes()


def wait_for(path: Path, deals: int, running: "subprocess.Popen[str]") -> None:
    """Until more than so many deals are there."""
    end = time.monotonic() + WAIT_SECONDS
    while running.poll() is None and there(path) <= deals:
        assert time.monotonic() < end, "no block came"
        time.sleep(0.01)


def there(path: Path) -> int:
    if not path.exists() or path.stat().st_size < 64:
        return 0
    return deal_pool.examine(path, verify=False).deals


def test_killed_again_and_again(process: Process, tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "killed"
    rng = random.Random(4)
    kills = 0
    for workers in ("1", "2", "1", "3"):
        before = there(path)
        running = process(*words(path, "--workers", workers))
        if rng.random() < 0.75:
            wait_for(path, before, running)
        time.sleep(0.3 * rng.random())
        running.kill()
        running.communicate(timeout=WAIT_SECONDS)
        kills += running.returncode == -signal.SIGKILL
        assert there(path) >= before
    assert kills >= 3
    running = process(*words(path))
    output, errors = running.communicate(timeout=WAIT_SECONDS)
    assert (running.returncode, errors) == (0, "")
    assert "of them added now" in output or "already complete" in output
    assert path.read_bytes() == whole


def test_ctrl_c_says_how_to_go_on(process: Process, tmp_path: Path) -> None:
    path = tmp_path / "stopped"
    running = process(*words(path, "--workers", "1"))
    wait_for(path, 0, running)
    begin = time.monotonic()
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate(timeout=WAIT_SECONDS)
    assert time.monotonic() - begin < 30
    assert (running.returncode, errors) == (130, "")
    found = re.fullmatch(
        r"Stopped: (\d+) of 700 deals are in (\S+)\. Resume with:\n"
        r"  kibitz pool belote -n 700 --seed 5 -o (\S+)\n",
        output,
    )
    assert found is not None, output
    assert found[2] == found[3] == str(path)
    assert deal_pool.examine(path).deals == int(found[1]) > 0


def test_the_bar(tmp_path: Path) -> None:
    """On a terminal: how many, how fast, how long; and it is gone at the end."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen, os.fdopen(theirs, "wb") as terminal:
        running = Process()(
            "pool", "belote", "-n", "140", "-o", str(tmp_path / "bar"), stderr=terminal
        )
        terminal.close()
        seen = b""
        try:
            while chunk := screen.read(4096):
                seen += chunk
        except OSError:  # how Linux says that the other end is closed
            pass
        output, _ = running.communicate(timeout=WAIT_SECONDS)
    assert running.returncode == 0, seen
    assert output == f"{tmp_path / 'bar'}: 140 deals of belote, seed 0.\n"
    assert b"140/140" in seen
    assert re.search(rb"[\d.,]+/s, \S+ s left", seen), seen


def test_write_and_info(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.pool"
    make = ["pool", "belote", "-n", "20", "-o", str(path)]
    result = command(*make)
    assert (result.exit_code, result.output) == (0, f"{path}: 20 deals of belote, seed 0.\n")
    again = command(*make)
    assert again.exit_code == 0
    assert "is already complete" in again.output
    shown = command("pool", "info", str(path))
    assert shown.exit_code == 0
    assert "20 deals of belote, seed 0, rules version 1" in shown.output
    assert "332 bytes, 13 per deal; 1 block of 128 deals" in shown.output
    assert "complete, all checksums match" in shown.output
    facts = json.loads(command("pool", "info", str(path), "--json").output)
    assert facts["finished"]
    assert (facts["game"], facts["deals"], facts["there"], facts["damaged"]) == (
        "belote",
        20,
        20,
        [],
    )
    quick = command("pool", "info", str(path), "--no-verify")
    assert "checksums not verified" in quick.output


def test_damage_is_shown_and_repaired(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.pool"
    make = ["pool", "belote", "-n", "20", "-o", str(path)]
    command(*make)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"\xff")
    shown = command("pool", "info", str(path))
    assert shown.exit_code == 1
    assert "DAMAGED: 1 block with a wrong checksum" in shown.output
    assert command(*make).exit_code == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["pool", "ohhell", "-n", "1", "-o", "x"], "not_solvable"),
        (["pool", "belote", "-n", "1", "-o", "x", "--seed", "-1"], "bad_seed"),
        (["pool", "belote", "-n", "1", "-o", "x", "--workers", "999"], "bad_option"),
        (["pool", "belote", "-n", "2000000000", "-o", "x"], "bad_option"),
        (["pool", "belote", "-n", "1", "-o", "."], "bad_file"),
        (["pool", "belote", "-n", "1", "-o", "text"], "not_a_pool"),
        (["pool", "belote", "-n", "1", "-o", "text", "--force"], "not_a_pool"),
        (["pool", "belote", "-n", "2", "-o", "one"], "other_pool"),
        (["pool", "info", "text"], "not_a_pool"),
        (["pool", "info", "nothing"], "bad_file"),
    ],
)
def test_refusals(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("not a pool at all\n")
    deal_pool.write("one", "belote", 1)
    before = Path("one").read_bytes()
    result = command(*given)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error[{code}]: ")
    assert Path("text").read_text() == "not a pool at all\n"
    assert Path("one").read_bytes() == before
    assert not Path("x").exists()


def test_the_other_pool_goes_where_it_is_asked_to(command: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "a")
    command("pool", "belote", "-n", "3", "-o", path)
    assert command("pool", "belote", "-n", "2", "-o", path, "--force").exit_code == 0
    assert len(deal_pool.open(path, verify=True)) == 2


def test_without_the_native_engine(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_ENGINE", "python")
    result = command("pool", "belote", "-n", "1", "-o", str(tmp_path / "a"))
    assert result.exit_code == 2
    assert result.stderr.startswith("error[bad_engine]: solving pools needs the native engine")


def test_pace(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    monkeypatch.setattr("kibitz.cli.common.progress.time.monotonic", lambda: now)
    with progress.counting("deals", 10_000) as report:  # no terminal: a line a minute
        report(1000)  # of an earlier run: they do not count as fast
        now = 30.0
        report(2000)
        assert capsys.readouterr().err == ""
        now = 90.0
        report(4000)
    assert capsys.readouterr().err == "4,000 of 10,000 deals, 33.3/s, 3:00 left\n"
    times = [(7, "7 s"), (90, "1:30"), (3725, "1:02:05"), (200_000, "2 d 7 h")]
    assert [progress.duration(seconds) for seconds, _ in times] == [text for _, text in times]
