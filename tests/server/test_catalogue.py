"""The catalogue repeats what other layers know; it has no list of its own."""

import pytest

from kibitz.bots import levels
from kibitz.games import names
from kibitz.server import catalogue


@pytest.mark.parametrize("game", names())
def test_levels_are_those_of_the_bots(game: str) -> None:
    shown = catalogue.levels(game)
    known = levels.levels(game)
    assert [level["name"] for level in shown] == [level.name for level in known]
    assert [level["style"] for level in shown] == [level.style for level in known]
    measured = [None if level.elo is None else level.elo.value for level in known]
    assert [level["elo"] for level in shown] == measured


def test_tables_do_not_offer_small_variants() -> None:
    """`suits` and `ranks` are for exact methods; `hook` is for players."""
    offered = {option["name"] for option in catalogue.game_facts("ohhell")["options"]}
    assert {"players", "hook"} <= offered
    assert not offered & {"suits", "ranks"}
