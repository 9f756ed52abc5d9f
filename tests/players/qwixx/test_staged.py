"""Weights that change during a game: the stages, and what they gain."""

from __future__ import annotations

import random

import pytest
from benchmarks.strength.qwixx_ladder import wins

import kibitz
from kibitz.games.qwixx.view import QwixxView
from kibitz.players.qwixx import ga


def test_the_stages_of_a_game() -> None:
    for players in (1, 2, 4):
        state = kibitz.game("qwixx", players=players).new(3)
        rng, last = random.Random(3), 0
        while not state.done:
            view = state.view(0)
            assert isinstance(view, QwixxView)
            assert last <= ga.stage(view) <= ga.STAGE_LAST
            last = ga.stage(view)
            state.apply(rng.choice(state.legal()))
        assert last == ga.STAGE_LAST  # random players pass over much


def test_four_weights_are_the_same_at_every_stage() -> None:
    four = ga.in_units(ga.WEIGHTS)
    assert four == ga.in_units(ga.WEIGHTS * 2)
    assert len(set(four)) == 1
    eight = ga.in_units((1.0, -1.0, 0.0, 0.0, 1.0, -8.0, 0.0, 0.0))
    assert [units[1] * ga.UNIT / ga.STAGE_LAST for units in eight] == [-1 - k for k in range(8)]


@pytest.mark.parametrize("other", ["ga", "published"])
def test_stronger_than_weights_that_stay(other: str) -> None:
    found = wins("staged", other, 20_000)
    assert found.wins + found.ties / 2 > 0.5 + 2 * found.error, f"{found}"
