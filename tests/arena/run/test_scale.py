"""The simulated scheduler of benchmarks/scale.py: every game once, within the limits."""

import pytest
from benchmarks.scale import KINDS, limit, simulate


@pytest.mark.parametrize(("workers", "game_seconds"), [(4, 0.15), (1000, 0.15), (1000, 15.0)])
def test_every_game_is_played_and_the_formula_bounds_it(workers: int, game_seconds: float) -> None:
    found = simulate(workers, 3 * workers, 2, game_seconds)
    assert found.games == 6 * workers
    assert 0 < found.rate <= 1.05 * limit(workers, game_seconds)[0]
    assert 0 < found.busy <= 1
    assert found == simulate(workers, 3 * workers, 2, game_seconds), "the same seed, the same match"


def test_who_limits_whom() -> None:
    assert limit(160, KINDS["native rules"])[1] == "the writer"
    assert limit(1600, KINDS["deep search"])[1] == "the workers"
    quick = KINDS["quick search"]
    assert limit(16_000, quick)[0] < 16_000 / quick
