"""Levels: eight in every game, named, ordered by number, and shown with what was measured."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz.arena.calibrate import Step, calibrate, halves
from kibitz.bots import levels
from kibitz.cli.app import build
from kibitz.errors import BadOption
from kibitz.games import game as make_game
from kibitz.games import names

MEASURED = [game for game in names() if (file := levels.path(game)) is not None and file.exists()]


@pytest.mark.parametrize("game", names())
def test_every_game_has_eight_levels_with_a_name_and_a_style(game: str) -> None:
    found = levels.levels(game)
    assert [level.bot for level in found] == [f"level_{n}" for n in range(1, 9)]
    assert len({level.name for level in found}) == 8
    assert all(level.style and not level.style.startswith("Level") for level in found)
    assert len({spec.hash for spec in levels.specs(game)}) == 8


@pytest.mark.parametrize("game", MEASURED)
def test_no_measured_level_is_clearly_below_the_one_before(game: str) -> None:
    """Few games leave a step unclear, which its interval shows; a wrong order would be clear."""
    file = levels.path(game)
    assert file is not None
    table = json.loads(file.read_text())["levels"]
    assert all(row["step"]["high"] > 0 for row in table)
    assert table[0]["elo"]["value"] < table[-1]["elo"]["value"]


def test_only_levels_that_exist() -> None:
    assert levels.bot_of(4) == "level_4"
    for wrong in (0, 9):
        with pytest.raises(BadOption):
            levels.bot_of(wrong)


def test_calibrate_measures_each_step_from_random() -> None:
    steps: list[Step] = []
    table = calibrate("qwixx", seconds=0.4, seed=5, done=steps.append)
    assert [step.below for step in steps][:2] == ["random", "level_1"]
    assert [row["bot"] for row in table["levels"]] == [f"level_{n}" for n in range(1, 9)]
    first = table["levels"][0]
    assert first["elo"]["low"] <= first["elo"]["value"] <= first["elo"]["high"]
    assert first["step"]["low"] > 0  # even a beginner beats random
    assert "--seed 5" in table["command"]


def test_half_of_the_seats_each_and_sides_stay_together() -> None:
    assert halves(make_game("ohhell", players=4)) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    for seats in halves(make_game("belote")):
        assert seats[0] == seats[2] != seats[1] == seats[3]


def test_the_command_lists_levels() -> None:
    found = CliRunner().invoke(build(), ["bots", "ohhell", "--levels", "--json"])
    assert found.exit_code == 0, found.output
    rows = json.loads(found.output)
    assert [row["number"] for row in rows] == list(range(1, 9))
    refused = CliRunner().invoke(build(), ["play", "ohhell", "--level", "9"])
    assert refused.exit_code != 0
