"""The tool that writes golden tables for the page's own engine."""

import random
import runpy
from pathlib import Path

from kibitz.table.setup import Origin
from tests.table.tables import make

begin = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "golden_tables.py"))["begin"]


def test_a_short_game_is_not_over_when_its_table_begins() -> None:
    origin = Origin("earlier-1", 40)
    table = make("dubito", "me bot bot", origin=origin, options={"players": 3, "max_turns": 2})
    for seed in range(20):
        found = begin(table, random.Random(seed))
        state = table.rules.new(found.seed)
        for action in found.actions:
            state.apply(action)
        assert 0 < len(found.actions) < 40
        assert not state.done
