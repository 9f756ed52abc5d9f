"""The training page describes every shipped recipe and every setting in French, too."""

import json
import re
from pathlib import Path

from kibitz.learning import recipe
from kibitz.server.training import forms

PAGE = Path(__file__).resolve().parents[2] / "frontend" / "src" / "training" / "help.fr.ts"
SETTING = re.compile(r"^  (\w+):", re.MULTILINE)
ENTRY = re.compile(r'^  ("[^"]+"):', re.MULTILINE)


def test_every_recipe_has_a_french_description() -> None:
    described = {json.loads(text) for text in ENTRY.findall(PAGE.read_text("utf-8"))}
    modules = [one.module for one in recipe.listing()]
    said = {text for each in modules for text in (each.ABOUT, each.REACHED) if text}
    assert said - described == set()


def test_every_setting_has_french_help() -> None:
    described = set(SETTING.findall(PAGE.read_text("utf-8")))
    shown = [forms.form(one["game"], one["recipe"]) for one in forms.all_recipes()]
    assert {field["name"] for one in shown for field in one["fields"]} - described == set()
