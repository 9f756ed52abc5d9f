"""The ladder of Qwixx's rule players at two players: measured shares, and their speed."""

from __future__ import annotations

import time

import pytest
from benchmarks.strength.qwixx_ladder import PLAYERS, PUBLISHED, wins

import kibitz
from kibitz import bots
from kibitz.arena import match, native
from kibitz.errors import BadSpec

RULES = ("marker", "conservative", "opportunist", "ga")

# Measured with 50,000 series of dice. What its makers published of their ga: 66.4, 68.0 and 99.5 %.
MEASURED = [
    ("published", "opportunist", 0.6624),
    ("published", "conservative", 0.6790),
    ("published", "random", 0.9951),
    ("ga", "opportunist", 0.6713),
    ("ga", "conservative", 0.6892),
    ("ga", "random", 0.9955),
    ("ga", "published", 0.4961),  # and 1.9 % ties: a little more than half
]


@pytest.mark.parametrize(("one", "other", "measured"), MEASURED)
def test_measured_shares_stand(one: str, other: str, measured: float) -> None:
    found = wins(one, other, 1500, first=770_000)
    assert abs(found.wins - measured) < 3.5 * found.error + 0.001, f"{found}"


def test_published_figures_are_met() -> None:
    """Within two points of those of the players that ours were written after."""
    for other, published in (("opportunist", 0.664), ("conservative", 0.680), ("random", 0.995)):
        assert abs(wins("published", other, 4000).wins - published) < 0.02


def test_our_weights_are_as_strong_as_the_published_ones() -> None:
    found = wins("ga", "published", 10_000)
    assert found.wins + found.ties / 2 > 0.5 - 2 * found.error, f"{found}"


@pytest.mark.parametrize("name", RULES)
def test_the_native_form_decides_at_least_fifty_times_faster(name: str) -> None:
    game = kibitz.game("qwixx", players=2, order="sequential", engine="native")
    begin = time.process_time()
    lengths = native.play_many(game, [(name, ())], [[0, 0]] * 1000, range(1000)).lengths
    fast = (time.process_time() - begin) / lengths.sum()
    played = [match.play(game, [bots.bot("qwixx", name) for _ in range(2)], s) for s in range(5)]
    moves = sum(len(one.record["actions"]) for one in played)
    slow = sum(sum(one.seconds) for one in played) / moves
    assert slow / fast > 50, f"{slow / fast:.0f} x: {1e6 * slow:.0f} and {1e6 * fast:.2f} us"


def test_weights_of_a_spec_play_the_same_on_both_engines() -> None:
    spec = bots.spec("qwixx", {"play": {"method": "ga", "weights": list(PUBLISHED)}})
    assert spec.native is not None
    assert (spec.native.policy, spec.native.parameters) == PLAYERS["published"]
    game = kibitz.game("qwixx", players=3, engine="native")
    fast = native.play_many(game, [spec.native], [[0] * 3] * 3, range(3), keep=True)
    slow = [match.play(game, [spec.bot() for _ in range(3)], seed) for seed in range(3)]
    assert fast.actions == [played.record["actions"] for played in slow]
    shipped = native.play_many(game, [("ga", ())], [[0] * 3] * 3, range(3), keep=True)
    assert fast.actions != shipped.actions


# The largest in both directions; equal gains; a strike that is better than a mark.
EXTREME = [
    (1000.0, -1000.0, 1000.0, -1000.0),
    (-1000.0, 1000.0, -1000.0, 1000.0, 1000.0, -1000.0, 1000.0, -1000.0),
    (0.0, 0.0, 0.0, 0.0),
    (0.4, 0.3, 0.0, -0.9),
    (0.9, -0.3, 0.04, -0.1, 0.8, -0.5, 0.05, 0.4),
]


@pytest.mark.parametrize("weights", EXTREME, ids=str)
@pytest.mark.parametrize("order", ["sequential", "simultaneous"])
def test_any_weights_play_the_same_on_both_engines(order: str, weights: tuple[float, ...]) -> None:
    """The native form adds up gains, breaks ties by keys, and keeps its plan for a turn."""
    spec = bots.spec("qwixx", {"play": {"method": "ga", "weights": list(weights)}})
    assert spec.native is not None
    for players in (1, 2, 4):
        game = kibitz.game("qwixx", players=players, order=order, engine="native")
        seating = [[0] * players] * 2
        fast = native.play_many(game, [spec.native], seating, [70, 71], keep=True)
        slow = [match.play(game, [spec.bot() for _ in range(players)], s) for s in (70, 71)]
        assert fast.actions == [played.record["actions"] for played in slow]


@pytest.mark.parametrize("weights", [[1.0], [1.0, 2.0, 3.0, 4000.0], []])
def test_weights_that_cannot_be_are_refused(weights: list[float]) -> None:
    with pytest.raises(BadSpec, match="weights must be 4 numbers up to 1000: chance, strikes"):
        bots.spec("qwixx", {"play": {"method": "ga", "weights": weights}})
