"""kill -9 at any time: nothing finished is lost or counted twice, and the end is the same.

Most kills hit a process that was forked ready to play, so that many fit into a short time; the last
tests kill the real command with its worker processes. All of it on SQLite and on PostgreSQL.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.arena.run.run import run
from kibitz.arena.store import open_store
from tests.arena.support import PLANS, table

ROOT = Path(__file__).parents[3]


def environment() -> dict[str, str]:
    paths = [str(Path(kibitz.__file__).parents[1]), str(ROOT)]
    return dict(os.environ) | {"PYTHONPATH": os.pathsep.join(paths)}


class Forker:
    """Begins the match in a fresh process, and kills it after a while."""

    def __init__(self, plan: str, place: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.arena.run.forking", plan, place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(),
        )

    def play(self, kill_after: float | None) -> bool:
        """Whether the match came to its end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        pid = int(self.process.stdout.readline())
        if kill_after is not None:
            time.sleep(kill_after)
            with contextlib.suppress(ProcessLookupError):  # it was quicker
                os.kill(pid, signal.SIGKILL)
        return int(self.process.stdout.readline()) == 0

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def rows_of(place: str) -> dict[int, tuple[object, ...]]:
    """Every stored game by its number, with the time that it took: a replayed one would differ."""
    with open_store(place) as store:
        found = store.matches()
        if not found:
            return {}
        with store.engine.connect() as connection:
            games = connection.exec_driver_sql("SELECT * FROM games").fetchall()
    numbers = [row.number for row in games]
    assert len(set(numbers)) == len(numbers)
    return {row.number: tuple(row) for row in games}


@pytest.mark.parametrize(("plan", "kills"), [("long_pair", 38), ("field", 12)])
def test_killed_again_and_again(plan: str, kills: int, place: str, tmp_path: Path) -> None:
    calm = str(tmp_path / "calm.db")
    delays = random.Random(kills)
    forker = Forker(plan, place)
    seen: dict[int, tuple[object, ...]] = {}
    finished = 0
    try:
        for kill in range(kills):
            finished += forker.play(delays.uniform(0.005, 0.12))
            now = rows_of(place)
            assert now.items() >= seen.items(), f"kill {kill} of {plan}: a stored game was lost"
            seen = now
        assert forker.play(None)
    finally:
        forker.close()
    assert finished < kills / 2, "the match must be long enough to be killed in its middle"
    with open_store(calm) as store:
        undisturbed = run(PLANS[plan](), store, workers=1)
        expected = table(store, undisturbed.id)
    with open_store(place) as store:
        (match,) = store.matches()
        assert match.finished
        assert table(store, match.id) == expected
    assert rows_of(place).items() >= seen.items()


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in listed.read_text().split()]


def command(place: str, *words: str) -> list[str]:
    bots = ["h2h", "simple", "smart", "-g", "ohhell", "-o", "players=2", "-n", "30", "--json"]
    return [sys.executable, "-m", "kibitz", "arena", *bots, "--store", place, "-w", "2", *words]


@pytest.fixture
def started(place: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The real command, in the middle of its match."""
    process = subprocess.Popen(
        command(place), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while len(rows_of(place)) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    yield process, place
    process.kill()
    process.communicate()


def expected(tmp_path: Path) -> list[tuple[object, ...]]:
    calm = str(tmp_path / "calm.db")
    subprocess.run(command(calm, "-w", "1"), env=environment(), check=True, capture_output=True)
    with open_store(calm) as store:
        return table(store, 1)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes in /proc")
def test_a_killed_worker_is_replaced(
    started: tuple[subprocess.Popen[str], str], tmp_path: Path
) -> None:
    process, place = started
    workers = _children(process.pid)
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    _, said = process.communicate(timeout=100)
    assert process.returncode == 0, said
    with open_store(place) as store:
        assert table(store, 1) == expected(tmp_path)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes in /proc")
def test_workers_end_with_a_killed_parent_and_the_command_goes_on(
    started: tuple[subprocess.Popen[str], str], tmp_path: Path
) -> None:
    process, place = started
    workers = _children(process.pid)
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline, "a worker lives on without its parent"
        time.sleep(0.05)
    seen = rows_of(place)
    assert 0 < len(seen) < 60
    subprocess.run(
        command(place, "--resume"), env=environment(), check=True, capture_output=True, timeout=100
    )
    assert rows_of(place).items() >= seen.items()
    with open_store(place) as store:
        assert table(store, 1) == expected(tmp_path)


def test_ctrl_c_says_how_to_go_on(started: tuple[subprocess.Popen[str], str]) -> None:
    process, place = started
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Stopped. " in said
    assert "Resume with the same command:" in said
    assert (
        f"kibitz arena h2h simple smart -g ohhell -o players=2 -n 30 --json --store {place}" in said
    )
    assert "Traceback" not in said
    assert rows_of(place)
