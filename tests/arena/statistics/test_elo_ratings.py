"""Ratings of a pool find the strengths that made the games, and say how well."""

import math

import numpy as np
import pytest

from kibitz.arena.statistics.elo_ratings import Pairs, Ratings, curve, rate
from kibitz.arena.statistics.elo_scale import SCALE, elo_of
from kibitz.arena.statistics.scoring import Pair
from tests.arena.statistics.simulate import finish

TRUE = np.array([0, 0.2, 0.5, 1, 1.5, 2.5])  # log-odds


def pool(
    rng: np.random.Generator, seats: int, units: int, games: int, luck: float = 0.0, ties: int = 0
) -> Pairs:
    """Units of several games at one table; a unit's luck stays with a bot. Last places may tie."""
    pairs = Pairs()
    for unit in range(units):
        who = rng.choice(len(TRUE), seats, replace=False)
        fortune = rng.normal(0, luck, seats)
        for _ in range(games):
            places = np.minimum(finish(rng, TRUE[who] + fortune), seats - 1 - ties)
            for i in range(seats):
                for j in range(i + 1, seats):
                    score = 0.5 if places[i] == places[j] else float(places[i] < places[j])
                    pairs.add(unit, Pair((str(who[i]),), (str(who[j]),), score))
    return pairs


def beaten(pairs: Pairs, unit: int, winner: str, loser: str, score: float = 1.0) -> None:
    pairs.add(unit, Pair((winner,), (loser,), score))


@pytest.mark.parametrize(("seats", "units", "games"), [(2, 80, 2), (4, 40, 4), (4, 120, 2)])
def test_ratings_are_covered(seats: int, units: int, games: int) -> None:
    rng = np.random.default_rng([seats, units])
    rating = difference = total = 0
    for _ in range(150):
        found = Ratings(pool(rng, seats, units, games), "0")
        true = SCALE * np.array([TRUE[int(label)] for label in found.labels])
        middle = float(found.weights @ true)
        for k, label in enumerate(found.labels):
            other = found.labels[k - 1]
            rating += not found.rating(label).excludes(true[k] - middle + found.middle)
            difference += not found.difference(label, other).excludes(true[k] - true[k - 1])
            total += 1
    assert 0.93 <= rating / total <= 0.97
    assert 0.93 <= difference / total <= 0.97


def test_units_with_luck_of_their_own_widen_intervals() -> None:
    """Twelve games that share their luck are not twelve games."""
    alone = Ratings(pool(np.random.default_rng(1), 4, 100, 12), "0")
    shared = Ratings(pool(np.random.default_rng(1), 4, 100, 12, luck=2.0), "0")
    assert shared.rating("3").error > 1.8 * alone.rating("3").error


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    pairs = Pairs()
    for unit in range(4000):
        beaten(pairs, unit, "a", "b", 1.0 if unit % 4 else 0.0)
        beaten(pairs, unit, "b", "a", 0.5)
    found = Ratings(pairs, "b")
    assert found.difference("a", "b").value == pytest.approx(elo_of(0.625), abs=0.1)
    assert found.rating("b").value == pytest.approx(0, abs=1e-9)
    assert [row.label for row in found.rows()] == ["a", "b"]
    assert found.rows()[0].score == pytest.approx(0.625)


def test_ties_at_the_end_are_used() -> None:
    """As at Dubito, where the last two lose together."""
    found = Ratings(pool(np.random.default_rng(4), 5, 400, 2, ties=1), "0")
    assert [row.label for row in found.rows()][:4] == ["5", "4", "3", "2"]


def test_a_partnership_is_the_mean_of_its_members() -> None:
    """Mixed partners at Belote: each one's part is found."""
    rng = np.random.default_rng(6)
    true = {"weak": 0.0, "middle": 1.0, "strong": 2.0}
    pairs = Pairs()
    for unit in range(6000):
        a, b, c, d = rng.choice(list(true), 4)
        edge = (true[a] + true[c] - true[b] - true[d]) / 2
        won = float(rng.random() < 1 / (1 + math.exp(-edge)))
        pairs.add(unit, Pair(tuple(sorted((a, c))), tuple(sorted((b, d))), won))
    found = Ratings(pairs, "weak")
    for label, strength in true.items():
        estimate = found.difference(label, "weak")
        assert estimate.value == pytest.approx(SCALE * strength, abs=45)


def test_all_won_stays_finite_and_uncertain() -> None:
    pairs = Pairs()
    for unit in range(100):
        beaten(pairs, unit, "best", "good")
        beaten(pairs, unit, "good", "best" if unit % 3 == 0 else "random")
    found = Ratings(pairs, "random")
    assert math.isfinite(found.rating("best").value)
    assert found.rating("random").error > 2 * found.rating("good").error
    assert found.difference("good", "random").low > 200


def test_places() -> None:
    pairs = Pairs()
    for unit in range(300):
        beaten(pairs, unit, "a", "b", float(unit % 2))
        beaten(pairs, unit, "a", "c", float(unit % 10 > 0))
        beaten(pairs, unit, "b", "c", float(unit % 10 > 0))
    places = {row.label: (row.best, row.worst) for row in Ratings(pairs, "c").rows()}
    assert places == {"a": (1, 2), "b": (1, 2), "c": (3, 3)}


def test_bots_that_never_met_are_rated_apart() -> None:
    pairs = Pairs()
    for unit in range(30):
        beaten(pairs, unit, "a", "b", float(unit % 3 > 0))
        beaten(pairs, unit, "c", "d", float(unit % 3 > 0))
        beaten(pairs, unit, "d", "e", float(unit % 3 > 0))
    found = rate(pairs, "b")
    assert [ratings.labels for ratings in found] == [["c", "d", "e"], ["a", "b"]]
    assert found[0].anchor is None
    assert found[1].rating("b").value == pytest.approx(0)


def test_the_curve_ends_with_all_games() -> None:
    pairs = pool(np.random.default_rng(2), 3, 200, 2)
    found = curve(pairs, "0", 8)
    assert found[-1][0] == 200
    assert found[-1][1].rating("5") == Ratings(pairs, "0").rating("5")
    assert found[0][1].rating("5").error > found[-1][1].rating("5").error


def test_the_same_bot_on_both_sides_adds_no_information() -> None:
    pairs = Pairs()
    for unit in range(50):
        beaten(pairs, unit, "a", "a", 1.0)
        beaten(pairs, unit, "a", "b", float(unit % 2))
    assert Ratings(pairs).difference("a", "b").value == pytest.approx(0, abs=1e-6)
