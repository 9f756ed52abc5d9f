"""The command as a process: kill -9 and resume, Ctrl-C, a pipe that closes, a full disk."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from kibitz.core import home as homes
from tests.support.command import Process

ROUND = ("play", "ohhell", "--plain", "-o", "schedule=[4]", "--seed", "11", "--seat", "1")
WAIT_SECONDS = 60


def read_prompt(process: "subprocess.Popen[str]") -> str:
    """What is written up to the next prompt."""
    assert process.stdout is not None
    text = ""
    while not text.endswith("\n> "):
        character = process.stdout.read(1)
        assert character, f"no prompt came: {text}"
        text += character
    return text


def say(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def test_kill_loses_nothing_that_was_answered(process: Process) -> None:
    playing = process(*ROUND)
    read_prompt(playing)
    say(playing, "bid 1")
    seen = read_prompt(playing)
    playing.kill()
    playing.communicate(timeout=WAIT_SECONDS)
    assert playing.returncode == -signal.SIGKILL
    saved = json.loads(homes.journal_path("ohhell").read_text())["record"]
    assert 53 in saved["actions"]  # bid 1
    # The lock of the dead process is gone, and the same table comes up again.
    again = process("play", "ohhell", "--plain", "--resume")
    table = seen[seen.index("Oh Hell, round") :]
    assert table in read_prompt(again)
    output, errors = again.communicate("quit\n", timeout=WAIT_SECONDS)
    assert again.returncode == 0
    assert errors == ""
    assert "Game saved" in output


def test_interrupt_leaves_with_130_and_the_game_saved(process: Process) -> None:
    playing = process(*ROUND)
    read_prompt(playing)
    say(playing, "bid 1")
    read_prompt(playing)
    playing.send_signal(signal.SIGINT)
    output, errors = playing.communicate(timeout=WAIT_SECONDS)
    assert playing.returncode == 130
    assert errors == ""
    assert "Game saved. Continue with: kibitz play ohhell" in output
    assert 53 in json.loads(homes.journal_path("ohhell").read_text())["record"]["actions"]


def test_a_second_process_is_refused(process: Process) -> None:
    playing = process(*ROUND)
    read_prompt(playing)
    _, errors = process(*ROUND).communicate(timeout=WAIT_SECONDS)
    assert errors == "error[file_in_use]: the saved game of ohhell is open in another process\n"
    playing.communicate("quit\n", timeout=WAIT_SECONDS)


def test_a_pipe_that_closes_is_no_traceback(process: Process) -> None:
    writing = process("record", "new", "ohhell", "--games", "10000", "-o", "schedule=[1]")
    assert writing.stdout is not None
    assert writing.stdout.readline().startswith('{"kibitz":1')
    writing.stdout.close()
    assert writing.stderr is not None
    assert writing.stderr.read() == ""
    writing.communicate(timeout=WAIT_SECONDS)
    assert writing.returncode in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [["games"], ["record", "new", "ohhell", "-o", "schedule=[1]"]])
def test_a_full_disk_is_no_traceback(process: Process, words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        writing = process(*words, stdout=full)
        _, errors = writing.communicate(timeout=WAIT_SECONDS)
    assert errors == "error[bad_file]: cannot write the output: No space left on device\n"
    assert writing.returncode == 2


def test_interrupt_of_another_command(process: Process) -> None:
    reading = process("record", "replay", "-")
    assert reading.stdin is not None
    made = process("record", "new", "ohhell", "-o", "schedule=[1]").communicate()[0]
    say(reading, made.strip())
    assert reading.stdout is not None
    # Lines are read as they come, so the first answer shows that it waits for the second.
    assert reading.stdout.readline().startswith("line 1: ok")
    reading.send_signal(signal.SIGINT)
    _, errors = reading.communicate(timeout=WAIT_SECONDS)
    assert reading.returncode == 130
    assert errors == ""


def test_version(process: Process) -> None:
    output, _ = process("--version").communicate(timeout=WAIT_SECONDS)
    assert output.startswith("kibitz ")
