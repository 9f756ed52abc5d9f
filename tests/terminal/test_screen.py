"""The table in a real terminal: it comes up, is killed, comes up again, and leaves cleanly."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz.cli import play
from kibitz.core import home as homes
from tests.support.command import Command, Process

WAIT_SECONDS = 60


class Terminal:
    """A process on a terminal of 80 by 24, and what it has written."""

    def __init__(self, process: Process, *words: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process: subprocess.Popen[Any] = process(
            *words, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
        )
        os.close(slave)
        self.written = b""

    def wait_for(self, text: str) -> None:
        """Read until this text was written since the last wait."""
        end = time.monotonic() + WAIT_SECONDS
        while text.encode() not in self.written:
            assert time.monotonic() < end, f"{text!r} did not come: {self.written[-2000:]!r}"
            if select.select([self.master], [], [], 1)[0]:
                data = os.read(self.master, 65536)
                assert data, "the terminal was closed"
                self.written += data
        self.written = b""

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Let it write until it exits, and return its exit code."""
        end = time.monotonic() + WAIT_SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not leave"
            if select.select([self.master], [], [], 0.1)[0]:
                with contextlib.suppress(OSError):
                    self.written += os.read(self.master, 65536)
        with contextlib.suppress(OSError):
            while select.select([self.master], [], [], 0)[0]:
                self.written += os.read(self.master, 65536)
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(WAIT_SECONDS)
        os.close(self.master)


@contextlib.contextmanager
def terminal(process: Process, *words: str) -> Iterator[Terminal]:
    screen = Terminal(process, *words)
    try:
        yield screen
    finally:
        screen.close()


def test_kill_and_resume_on_the_screen(process: Process) -> None:
    words = ("play", "ohhell", "-o", "schedule=[3]", "--seed", "5", "--delay", "0")
    with terminal(process, *words) as screen:
        screen.wait_for("Your move")
        screen.press("3\r")
        screen.wait_for("You bid 3")
        os.kill(screen.process.pid, signal.SIGKILL)
        assert screen.end() == -signal.SIGKILL
    assert '"actions": [52, 53, 55' in homes.journal_path("ohhell").read_text()
    with terminal(process, "play", "ohhell", "--delay", "0") as screen:
        screen.wait_for("There is a saved game")
        screen.press("r")
        screen.wait_for("You bid 3")
        screen.press("\x11")  # Ctrl+Q
        assert screen.end() == 0
        assert b"Game saved. Continue with: kibitz play ohhell" in screen.written


def test_interrupt_on_the_screen(process: Process) -> None:
    with terminal(process, "play") as screen:  # the menu
        screen.wait_for("Oh Hell")
        screen.press("\x03")
        assert screen.end() == 130
        assert b"Traceback" not in screen.written


@pytest.mark.parametrize("mode", [(), ("--plain",)], ids=["screen", "lines"])
def test_the_terminal_goes_away_and_hangup_is_ignored(
    process: Process, mode: tuple[str, ...]
) -> None:
    """Nobody is left to play, so it ends: it does not read the end of its input forever."""
    words = ("play", "ohhell", "-o", "schedule=[3]", "--seed", "5", "--delay", "0", *mode)
    handler = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a child keeps what is ignored
    try:
        screen = Terminal(process, *words)
    finally:
        signal.signal(signal.SIGHUP, handler)
    try:
        screen.wait_for("Legal: " if mode else "Your move")
        os.close(screen.master)
        assert screen.process.wait(WAIT_SECONDS) == 129
        assert homes.journal_path("ohhell").exists()
    finally:
        screen.process.kill()
        screen.process.wait(WAIT_SECONDS)


def test_without_textual(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "has_terminal", lambda: True)
    monkeypatch.setattr(play, "has_textual", lambda: False)
    result = command("play", "ohhell")
    assert result.exit_code == 2
    assert result.stderr.startswith("error[missing_extra]: the terminal table needs textual")
    assert command("play", "ohhell", "--plain", stdin="quit\n").exit_code == 0
