"""`kibitz rate`: a first rating quickly, a place among the shipped players, named refusals."""

import json
from pathlib import Path

from kibitz.bots.template import write
from tests.support.command import Command


def test_rate_a_file(command: Command, tmp_path: Path) -> None:
    path = write("qwixx", "Mine", tmp_path)
    words = ("rate", str(path), "--trusted", "--minutes", "0.02", "-w", "1")
    result = command(*words)
    assert result.exit_code == 0, result.output
    assert "mine: Elo " in result.output
    assert "random" in result.output
    assert "lose" in result.output
    assert max(map(len, result.output.splitlines())) <= 80 + len(str(path))
    reply = json.loads(command(*words, "--json").output)
    assert reply["games"] >= 2 * 2, "the same command goes on from the games already played"
    assert reply["elo"]["low"] < reply["elo"]["value"] < reply["elo"]["high"]


def test_a_file_that_names_no_game(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from kibitz import Bot\n\n\nclass Mine(Bot):\n"
        "    def choose(self, view):\n        return view.legal()[0]\n"
    )
    refused = command("rate", str(path))
    assert refused.exit_code == 2
    assert "does not name its game: choose one with --game" in refused.stderr
    words = ("--game", "qwixx", "--trusted", "--minutes", "0.01", "-w", "1")
    assert f"Next: kibitz rate {path} --game qwixx --minutes" in " ".join(
        command("rate", str(path), *words).output.split()
    )


def test_a_missing_file(command: Command) -> None:
    result = command("rate", "nowhere.py")
    assert result.exit_code == 2
    assert "there is no file nowhere.py" in result.output
