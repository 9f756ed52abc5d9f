"""Hostile bots: each loses its game by its own named reason, in time, and leaves nothing behind.

Every one plays two games: that the second is lost in the same way shows that the match went on with
a fresh process. Beside the bots stand attempts that no audit hook sees: there the kernel must hold.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.match import play
from kibitz.bots.remote.process import ProcessBot, load_file
from kibitz.bots.remote.protocol import Clock, RemoteBot
from kibitz.bots.remote.sandbox.limits import FILE, MEGABYTE
from tests.bots.remote.strangers import file, group_of, in_group, line_of, others, stranger

LIMIT = 0.5  # seconds for an answer
SLACK = 1.0  # after which the game must be over
CLOCK = Clock(move_seconds_max=LIMIT)
SMALL = replace(FILE, memory_bytes_max=256 * MEGABYTE)
GAME = kibitz.game("ohhell", schedule=[3])

HOSTILE = {
    "slow": ("too_slow", f"import time\ntime.sleep({LIMIT + 0.1})\nreturn view.legal()[0]"),
    "silent": ("silent", "import time\ntime.sleep(1000)"),
    "crashing": ("crashed", "return 1 / 0"),
    "segfault": ("died", "import ctypes\nctypes.string_at(0)"),
    "endless": ("endless", "while True:\n    pass"),
    "flooding": ("too_much_output", "while True:\n    print('x' * 1000)"),
    "illegal": ("illegal_move", "return view.game.num_actions - 1"),
    "forking": ("started_process", "import os\nwhile True:\n    os.fork()"),
    "eating": ("out_of_memory", "food = []\nwhile True:\n    food.append(bytes(50_000_000))"),
    "writing": ("wrote_file", "open('{folder}/loot', 'w').write('mine')"),
    "network": ("used_network", "import socket\nsocket.create_connection(('127.0.0.1', 9))"),
    "quitting": ("quit", "import os\nos._exit(0)"),
    "nonsense": ("bad_answer", "return 'the ace'"),
}


def lose_twice(bot: Any, reason: str, game: kibitz.Game = GAME) -> str:
    """Two games, both lost by this reason; the message of the first."""
    assert isinstance(bot, RemoteBot)
    message = ""
    with bot:
        for seed in (1, 2):
            group = group_of(line_of(bot))
            assert in_group(group)
            begin = time.monotonic()
            played = play(game, [bot, *others(game.players - 1)], seed, forfeits=True)
            took = time.monotonic() - begin
            assert played.forfeit is not None
            assert (played.forfeit.seat, played.forfeit.reason) == (0, reason), played.forfeit
            assert played.outcome[0] == 0
            assert sum(played.outcome) == pytest.approx(1)
            assert took < LIMIT + SLACK, f"{took:.2f} s"
            assert in_group(group) == [], "a process is left"
            message = message or played.forfeit.message
    return message


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile(what: str, tmp_path: Path) -> None:
    reason, body = HOSTILE[what]
    path = stranger(tmp_path, body.replace("{folder}", str(tmp_path)))
    message = lose_twice(load_file(path, clock=CLOCK, limits=SMALL), reason)
    assert message.startswith("it"), message
    assert list(tmp_path.iterdir()) == [path], "a file was written"


def test_lying_about_cards(tmp_path: Path) -> None:
    path = file(
        tmp_path,
        "liar.py",
        """
        from bots.base import BotBase
        from dubito.game_data import TurnOutput

        class LiarBot(BotBase):
            def play(self, p):
                missing = next(n for n in range(1, 14) if not self.cards.has(n))
                return TurnOutput(False, p.current_number or missing, [missing])
        """,
    )
    lose_twice(load_file(path, clock=CLOCK), "cards_not_held", kibitz.game("dubito"))


# What goes around Python ------------------------------------------------------------------------

ALONE, NETWORK, WRITING = "no other process", "no network", "no file is written"
READING, REACH = "only Python's own files are read", "no reach into others"
MEMORY = "1024 MB of memory"
AROUND = {
    "fork": (ALONE, "libc.fork() == -1"),
    "vfork": (ALONE, "machine != 'x86_64' or libc.syscall(58) == -1"),
    "clone": (ALONE, "libc.syscall(56 if machine == 'x86_64' else 220, 17, 0, 0, 0, 0) == -1"),
    "a program": (ALONE, "libc.execv(b'/bin/true', None) == -1"),
    "a socket": (NETWORK, "libc.socket(2, 1, 0) == -1 and libc.socket(1, 1, 0) == -1"),
    "a new file": (WRITING, "libc.open(b'{folder}/loot', 0o101, 0o666) == -1"),
    "an old file": (WRITING, "libc.open(b'{folder}/stranger.py', 1) == -1"),
    "removing": (WRITING, "libc.unlink(b'{folder}/stranger.py') == -1"),
    "renaming": (WRITING, "libc.rename(b'{folder}/stranger.py', b'{folder}/loot') == -1"),
    "a folder": (WRITING, "libc.mkdir(b'{folder}/loot', 0o777) == -1"),
    "reading": (READING, "libc.open(b'/etc/passwd', 0) == -1"),
    "reading itself": (READING, "libc.open(b'{folder}/stranger.py', 0) == -1"),
    "signals": (REACH, "libc.kill(-1, 9) == -1 and libc.kill({keeper}, 9) == -1"),
    "limits of others": (REACH, "libc.prlimit({keeper}, 7, limit, None) == -1"),
    "priorities": (REACH, "libc.setpriority(0, {keeper}, 19) == -1"),
    "processors": (REACH, "libc.sched_setaffinity({keeper}, 8, limit) == -1"),
    "schedulers": (REACH, "libc.sched_setscheduler({keeper}, 5, limit) == -1"),
    "memory without an address": (MEMORY, "libc.memfd_create(b'hoard', 0) == -1"),
    "tracing": (REACH, "libc.ptrace(16, {keeper}, None, None) == -1"),
    "namespaces": (REACH, "libc.unshare(0x10000000) == -1"),
    "being root": (REACH, "os.getuid() == 0 or libc.setresuid(0, 0, 0) == -1"),
}


def test_the_kernel_holds_what_python_does_not_see(tmp_path: Path) -> None:
    """Of what a bot's `holds` claims; on a Linux of this decade that is everything."""
    quiet = stranger(tmp_path, "return view.legal()[0]")
    with load_file(quiet) as neighbour:
        assert isinstance(neighbour, ProcessBot)
        held = {hold.what for hold in neighbour.holds() if hold.held}
        # The keeper of another bot, which lives while this one plays, is what this one reaches for.
        keeper = group_of(line_of(neighbour))
        checks = "\n".join(
            f"    {what!r}: lambda: {check},"
            for what, (promise, check) in AROUND.items()
            if promise in held
        )
        body = f"""
import ctypes, os
libc, machine, limit = ctypes.CDLL(None), os.uname().machine, (ctypes.c_uint64 * 2)(1, 1)
checks = {{
{checks}
}}
failed = [what for what, check in checks.items() if not check()]
assert not failed, failed
return view.legal()[0]
"""
        text = body.replace("{folder}", str(tmp_path)).replace("{keeper}", str(keeper))
        with load_file(stranger(tmp_path, text), clock=Clock(10)) as bot:
            played = play(GAME, [bot, *others(3)], 1, forfeits=True)
        assert played.forfeit is None, played.forfeit.message
        assert in_group(keeper), "the neighbour is gone"
    assert [path.name for path in tmp_path.iterdir()] == ["stranger.py"]


MORE = {
    "a shell": ("started_process", "import os\nos.system('true')"),
    "a program": ("started_process", "import subprocess\nsubprocess.run(['true'])"),
    "removing": ("wrote_file", "import os\nos.remove('{folder}/stranger.py')"),
    "refused": ("forbidden", "raise PermissionError('as the kernel says it')"),
    "signals": ("forbidden", "import os\nos.kill(os.getppid() or 2, 9)"),
    "aborting": ("died", "import os\nos.abort()"),
    "interrupting": ("crashed", "raise KeyboardInterrupt"),
    "exiting": ("quit", "raise SystemExit"),
    "no words": (
        "crashed",
        "class E(Exception):\n    def __str__(self):\n        raise self\nraise E",
    ),
    "recursion": ("crashed", "return self.choose(view)"),
    "threads": (
        "crashed",
        "import threading as t\nwhile True:\n    t.Timer(9, print).start()",
    ),
    "a word too early": (
        "bad_answer",
        "import os\nfor fd in range(3, 20):\n    {write} b'{{}}\\n')",
    ),
    "a deep word": (
        "bad_answer",
        "import os\nfor fd in range(3, 20):\n    {write} b'[' * 60_000 + b'\\n')",
    ),
    "a long word": (
        "too_much_output",
        "import os\nfor fd in range(3, 20):\n    {write} b' ' * 65_000); {write} b' ' * 65_000)",
    ),
    "closed pipes": (
        "quit",
        "import os\nos.closerange(0, 64)\nreturn view.legal()[0]",
    ),
    "big number": ("bad_answer", "return 10**5000"),
    "escape codes": ("crashed", "raise ValueError('\\x1b[2J\\x1b[31mred')"),
}


@pytest.mark.parametrize("what", MORE)
def test_more(what: str, tmp_path: Path) -> None:
    """One game each: the reason, nothing left, and nothing unprintable in the message."""
    reason, body = MORE[what]
    body = body.replace("{folder}", str(tmp_path)).replace("{write}", "self_write(fd,")
    if "self_write" in body:
        head = "def self_write(fd, data):\n    try:\n        os.write(fd, data)\n"
        body = head + "    except OSError:\n        pass\n" + body
        body = "import os\n" + body + "\nreturn view.legal()[0]"
    with load_file(stranger(tmp_path, body), clock=Clock(5), limits=SMALL) as bot:
        group = group_of(line_of(bot))
        played = play(GAME, [bot, *others(3)], 1, forfeits=True)
        assert played.forfeit is not None
        assert played.forfeit.reason == reason, played.forfeit
        assert played.forfeit.message.isprintable()
        assert in_group(group) == []
    assert [path.name for path in tmp_path.iterdir()] == ["stranger.py"]


def test_hostile_while_loading(tmp_path: Path) -> None:
    for body, code in (
        ("while True: pass", "endless"),
        ("import os; os.fork()", "started_process"),
        ("raise SystemExit", "bad_bot_file"),
        ("x = 1 +", "bad_bot_file"),
    ):
        path = file(tmp_path, "loading.py", body)
        with pytest.raises(kibitz.errors.KibitzError) as caught:
            load_file(path, clock=Clock(start_seconds_max=LIMIT))
        assert caught.value.code == code, body
