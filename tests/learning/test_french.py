"""The training page describes every shipped recipe in French, too."""

import json
import re
from pathlib import Path

from kibitz.learning import recipe

PAGE = Path(__file__).resolve().parents[2] / "frontend" / "src" / "training" / "help.fr.ts"
ENTRY = re.compile(r'^  ("[^"]+"):', re.MULTILINE)


def test_every_recipe_has_a_french_description() -> None:
    described = {json.loads(text) for text in ENTRY.findall(PAGE.read_text("utf-8"))}
    assert {one.module.ABOUT for one in recipe.listing()} - described == set()
