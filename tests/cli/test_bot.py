"""`kibitz bot new` and `kibitz bot check`: what they write, say and return."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bots.remote.strangers import stranger
from tests.support.command import Command

WIDTH = 80


def test_new_then_check(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = command("bot", "new", "ohhell", "MyBot")
    assert written.exit_code == 0
    assert written.stdout == "Wrote my_bot.py. Edit it, then run: kibitz bot check my_bot.py\n"
    checked = command("bot", "check", "my_bot.py", "--games", "10")
    assert checked.exit_code == 0, checked.output
    assert "MyBot (my_bot.py) plays ohhell" in checked.stdout
    assert "10 played, 0 forfeited" in checked.stdout
    assert "10 of 10 games identical when replayed" in checked.stdout
    assert "time for each answer" in checked.stdout
    rate = "kibitz rate my_bot.py --game ohhell"
    assert checked.stdout.endswith(f"verdict       fine\nrate it       {rate}\n")
    assert max(map(len, checked.stdout.splitlines())) <= WIDTH
    again = command("bot", "new", "ohhell", "MyBot")
    assert again.exit_code == 2
    assert "error[file_exists]" in again.stderr


def test_what_is_to_be_fixed(command: Command, tmp_path: Path) -> None:
    path = stranger(tmp_path, "print('hm'); return view.legal()[0] if view.seat else 1 / 0")
    checked = command("bot", "check", str(path), "--game", "ohhell", "--games", "20")
    assert checked.exit_code == 1
    text = checked.stdout
    assert "FIX           crashed" in text
    assert "it raised ZeroDivisionError: division by zero" in text
    assert "(line 6, in choose)" in " ".join(text.split())
    assert "Fix the exception" in text
    assert "it saw        Oh Hell" in text
    assert "it printed    hm" in text
    assert "return view.legal()[0] if view.seat else 1 / 0" in text
    assert "bot_main.py" not in text, "the trace begins where the bot does"
    assert text.endswith("verdict       needs fixing\n")
    repeat = next(line for line in text.splitlines() if "reproduce" in line)
    assert "kibitz bot check" in repeat
    assert repeat.endswith("-o 'schedule=[5]'"), "a command is not broken into lines"


def test_the_command_that_looks_again_works(command: Command, tmp_path: Path) -> None:
    path = stranger(tmp_path, "return 64")
    words = ["bot", "check", str(path), "--game", "ohhell", "--games", "1", "--trusted", "--json"]
    first = json.loads(command(*words, "--seed", "3").stdout)
    (problem,) = first["problems"]
    assert (problem["reason"], problem["seat"]) == ("illegal_move", 3 % 5)
    options = [
        word for k, v in problem["options"].items() for word in ("-o", f"{k}={json.dumps(v)}")
    ]
    again = json.loads(command(*words, "--seed", "3", *options).stdout)
    assert again["problems"][0]["message"] == problem["message"]
    assert problem["repeat"].startswith("kibitz bot check ")


def test_json(command: Command, tmp_path: Path) -> None:
    path = stranger(tmp_path, "return view.legal()[0]")
    checked = command("bot", "check", str(path), "-g", "qwixx", "--games", "2", "--json")
    assert checked.exit_code == 0
    found = json.loads(checked.stdout)
    assert found["fine"] is True
    assert (found["game"], found["games"], found["again"]) == ("qwixx", 2, 2)
    assert found["seconds_max"] > 0
    assert {hold["what"] for hold in found["confined"]} >= {"time for each answer", "no network"}


@pytest.mark.parametrize(
    ("body", "advice"),
    [
        ("raise ValueError", "it raised ValueError (line 6, in choose)"),
        ("return self.rng.below(1)", "Call super().start(game, seat, seed) first"),
        ("open('weights.txt')", "A sandboxed bot sees only the files in its folder"),
    ],
)
def test_usual_mistakes_have_their_advice(
    body: str, advice: str, command: Command, tmp_path: Path
) -> None:
    path = stranger(tmp_path, body, "def start(self, game, seat, seed): pass")
    checked = command("bot", "check", str(path), "--game", "ohhell", "--games", "1")
    assert checked.exit_code == 1
    assert advice in " ".join(checked.stdout.split())


def test_what_a_trusted_bot_prints_is_not_among_the_results(
    command: Command, tmp_path: Path
) -> None:
    path = stranger(tmp_path, "print('hm'); return view.legal()[0]")
    words = ("check", str(path), "-g", "qwixx", "--games", "1", "--trusted", "--json")
    checked = command("bot", *words)
    assert json.loads(checked.stdout)["fine"] is True
    assert checked.stderr.startswith("hm\n")


def test_what_cannot_be_started(command: Command, tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        done = command("bot", "check", *words)
        assert done.exit_code == 2, done.output
        assert done.stdout == ""
        line: str = done.stderr
        return line

    assert "error[bad_file]: there is no file" in refused("nowhere.py")
    path = stranger(tmp_path, "return (")
    assert "error[bad_bot_file]: stranger.py cannot be read, line" in refused(str(path))
    path = stranger(tmp_path, "return 0")
    assert "which game? the bot does not name one; choose with --game" in refused(str(path))
    assert "error[unknown_game]" in refused(str(path), "--game", "chess")
    assert "error[unreachable]" in refused("cmd:nowhere")
    assert "error[bad_address]" in refused("http://")
