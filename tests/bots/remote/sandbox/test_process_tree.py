"""Programs without a process namespace: what they start is counted, and ends with their keeper."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.bots.remote import pipe
from kibitz.bots.remote.forfeit import OutOfMemory, Silent, StartedProcess, TooSlow
from kibitz.bots.remote.pipe import Channel
from kibitz.bots.remote.sandbox.limits import PROGRAM
from kibitz.bots.remote.sandbox.process_tree import family, use_of
from tests.bots.remote.strangers import wait_until, with_word

ANSWER = "print('{\"id\": 1}', flush=True)"
BARE = "from kibitz.bots.remote.sandbox import confine, namespaces; "
BARE += "namespaces.enter = lambda: []; confine._limit_processes = lambda *_, **__: False; "


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that grants no namespaces, and no limit on processes."""
    monkeypatch.setattr(pipe, "RUN", pipe.RUN.replace("from ", BARE + "from ", 1))


def program(tmp_path: Path, body: str) -> list[str]:
    file = tmp_path / "program.py"
    file.write_text(f"import os, sys, time\nsys.stdin.readline()\n{body}\ntime.sleep(60)\n")
    return [sys.executable, "-S", str(file)]


@pytest.mark.usefixtures("bare")
def test_a_keeper_that_is_killed_leaves_no_orphan(tmp_path: Path) -> None:
    mark = f"5432.{os.getpid()}"
    # It answers once the other program runs: from then on everything is stopped.
    start = f"""
pid = os.spawnlp(os.P_NOWAIT, 'setsid', 'setsid', 'sleep', '{mark}')
while b'sleep' not in open(f'/proc/{{pid}}/cmdline', 'rb').read(): time.sleep(0.01)
{ANSWER}"""
    channel = Channel(PROGRAM, program(tmp_path, start))
    channel.ask({"type": "start"}, 20)
    assert wait_until(lambda: with_word(mark), 10)
    assert "pid" not in channel.layers.namespaces
    os.kill(channel._process.pid, signal.SIGKILL)
    assert wait_until(lambda: not with_word(mark), 10)
    channel.close()


@pytest.mark.usefixtures("bare")
def test_forks_are_counted(tmp_path: Path) -> None:
    body = "for _ in range(9):\n    if not os.fork(): time.sleep(60)"
    channel = Channel(replace(PROGRAM, processes_max=4), program(tmp_path, body))
    with pytest.raises(StartedProcess, match="more than 4"):
        channel.ask({"type": "start"}, 20)


@pytest.mark.usefixtures("bare")
def test_the_memory_of_all_is_counted(tmp_path: Path) -> None:
    body = (
        "for _ in range(4):\n    if not os.fork(): x = bytearray(b'x' * 60_000_000); time.sleep(60)"
    )
    limits = replace(PROGRAM, memory_bytes_max=200 << 20)
    channel = Channel(limits, program(tmp_path, body))
    with pytest.raises(OutOfMemory, match="200 MB"):
        channel.ask({"type": "start"}, 20)


def test_memory_without_an_address_is_refused(tmp_path: Path) -> None:
    body = """
try:
    os.memfd_create('hoard')
except PermissionError:
    print('{"id": 1, "action": 7}', flush=True)
"""
    channel = Channel(PROGRAM, program(tmp_path, body))
    assert channel.ask({"type": "start"}, 20)["action"] == 7
    channel.close()


def test_sleeping_is_no_excuse(tmp_path: Path) -> None:
    channel = Channel(PROGRAM, program(tmp_path, f"time.sleep(0.5)\n{ANSWER}"))
    with pytest.raises((TooSlow, Silent)):
        channel.ask({"type": "start"}, 0.3)


def test_a_bot_that_others_keep_from_computing_has_more_time(tmp_path: Path) -> None:
    """Three others share its processor: half of its time takes twice its time on the clock."""
    limit = 0.6
    body = f"""
while time.process_time() < {limit / 2}: pass
{ANSWER}"""
    channel = Channel(PROGRAM, program(tmp_path, body))
    processor = {min(os.sched_getaffinity(0))}
    busy = [sys.executable, "-S", "-c", "while True: pass"]
    # A session each, as the bot has one: the scheduler may share time between sessions first.
    others = [subprocess.Popen(busy, start_new_session=True) for _ in range(3)]
    try:
        for pid in (channel._bot, *(other.pid for other in others)):
            os.sched_setaffinity(pid, processor)
        begin = time.monotonic()
        assert channel.ask({"type": "start"}, limit) == {"id": 1}
        assert time.monotonic() - begin > limit
    finally:
        for other in others:
            other.kill()
            other.wait()
        channel.close()


def test_a_program_does_not_compute_while_others_think(tmp_path: Path) -> None:
    body = f"""
for _ in range(3):
    if not os.fork():
        os.setsid()
        while True: pass
{ANSWER}
while True: pass
"""
    channel = Channel(PROGRAM, program(tmp_path, body))
    channel.ask({"type": "start"}, 20)
    assert wait_until(lambda: not use_of(channel._bot).computing, 10)
    before = use_of(channel._bot).seconds
    time.sleep(0.2)
    assert use_of(channel._bot).seconds == before
    channel.close()


def test_a_family_is_the_process_and_all_it_started() -> None:
    child = os.fork()
    if child == 0:
        signal.pause()
        os._exit(0)
    try:
        assert child in family(os.getpid())
        before = use_of(os.getpid()).seconds
        assert wait_until(lambda: use_of(os.getpid()).seconds > before, 10)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert family(child) == [child]
