"""Golden games: every game has at least five, they cover every rule, and both engines play them."""

import json
import re
from pathlib import Path

import pytest

import kibitz
from tests.golden import playthrough, recipes
from tests.support.found import ENGINES, GAMES

RECIPES = [pytest.param(path, id=f"{name}-{path.stem}") for name in GAMES for path in recipes(name)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("path", RECIPES)
def test_playthrough_is_as_frozen(path: Path, engine: str) -> None:
    recipe = json.loads(path.read_text("utf-8"))
    assert playthrough(recipe, engine) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_five_golden_games_cover_every_numbered_rule(name: str) -> None:
    found = [json.loads(path.read_text("utf-8")) for path in recipes(name)]
    readme = (Path(kibitz.__file__).parent / "games" / name / "README.md").read_text("utf-8")
    rules = {int(number) for number in re.findall(r"^(\d+)\. ", readme, re.MULTILINE)}
    assert len(found) >= 5
    assert rules, "the README numbers the rules"
    assert {number for recipe in found for number in recipe["covers"]} == rules
