"""kibitz game check: what a game has, and whether it keeps the contract."""

import json
from pathlib import Path

import pytest

from tests.support.command import Command
from tests.support.found import GAMES
from tests.support.plugin import plugged_in

FORGETFUL = '''"""Twin: Oh Hell with a mistake."""
from kibitz.games.ohhell.game import OhHell

class game(OhHell):
    name = "twin"
    title = "Twin"

    def action_name(self, action):
        return "a card"
'''


@pytest.mark.parametrize("name", GAMES)
def test_our_games_have_everything(command: Command, name: str) -> None:
    result = command("game", "check", name, "--games", "1", "--json")
    assert result.exit_code == 0, result.output
    report = json.loads(result.output)
    assert set(report["broken"]) == {"python", "native"}
    assert not any(report["broken"].values())
    assert {row["status"] for row in report["parts"]} == {"own"}


def test_a_broken_promise_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    points = {"kibitz.games": {"twin": "twin"}, "kibitz.arena": {"twin": "twin.nowhere"}}
    with plugged_in(monkeypatch, tmp_path / "there", points, {"twin/__init__.py": FORGETFUL}):
        result = command("game", "check", "twin")
    assert result.exit_code == 1
    assert "The python engine breaks the contract" in result.output
    assert "seed 0" in result.output
    assert "no figures of style" in result.output


def test_an_unknown_game(command: Command) -> None:
    result = command("game", "check", "chess")
    assert result.exit_code == 2
    assert "unknown_game" in result.stderr


def test_a_broken_plug_in_is_one_line(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    points = {"kibitz.games": {"broken": "broken_game"}}
    modules = {"broken_game.py": "raise RuntimeError('no')"}
    with plugged_in(monkeypatch, tmp_path / "there", points, modules):
        result = command("games")
    assert result.exit_code == 0
    (line,) = [line for line in result.stderr.splitlines() if "broken" in line]
    assert line.startswith("warning: plug-in broken could not be loaded: broken_game cannot")
    assert "broken could not be loaded" in result.stdout
