"""Checks of worlds: the same view, a list of all of them, and drawn equally often."""

from __future__ import annotations

from collections import Counter

import kibitz
from kibitz.errors import KibitzError
from tests.support.found import habit


def assert_same_view(state: kibitz.State, world: kibitz.State, seat: int) -> None:
    mine, other = state.view(seat), world.view(seat)
    assert mine == other
    assert mine.text() == other.text()
    assert mine.history == other.history
    assert mine.legal() == other.legal()
    assert mine.encode().tolist() == other.encode().tolist()
    assert repr(mine) == repr(other)


def key(state: kibitz.State) -> str:
    """A world by all that is secret in it."""
    return repr((state.start, state.chance, state.actions))


def enumerate_worlds(state: kibitz.State, seat: int) -> list[kibitz.State]:
    """All worlds of a seat, by trying every candidate: independent of `worlds`."""
    view = state.view(seat)
    found = []
    for chance, actions, start in habit(state.game.name, "candidates")(view):
        try:
            world = state.game.rebuild(chance, actions, start)
        except KibitzError:
            continue  # an action that was made would have been illegal
        if world.view(seat) == view:
            found.append(world)
    return found


def assert_uniform(drawn: Counter[str], weights: dict[str, int], samples: int) -> None:
    """Chi-square against the weights, worlds pooled into at most 40 cells of enough expectation."""
    total = sum(weights.values())
    cells: list[tuple[float, int]] = []
    expected, seen = 0.0, 0
    cell_size = max(15.0, samples / 40)
    for world in sorted(weights):
        expected += samples * weights[world] / total
        seen += drawn[world]
        if expected >= cell_size:
            cells.append((expected, seen))
            expected, seen = 0.0, 0
    if cells and expected:
        last = cells.pop()
        cells.append((last[0] + expected, last[1] + seen))
    if len(cells) < 2:
        return
    chi2 = sum((seen - expected) ** 2 / expected for expected, seen in cells)
    freedom = len(cells) - 1
    # Mean + 5 standard deviations of chi-square: a false alarm in about a million runs.
    assert chi2 < freedom + 5 * (2 * freedom) ** 0.5 + 10, (chi2, freedom)
