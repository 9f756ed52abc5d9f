"""Results as scores of pairs."""

import pytest

from kibitz.arena.result import Result
from kibitz.arena.statistics.scoring import Pair, pairs, sides_of, units_of


def result(
    seats: str,
    returns: list[float],
    unit: int = 0,
    number: int = 0,
    forfeit: tuple[int, str, str] | None = None,
) -> Result:
    n = len(seats)
    return Result(
        unit, number, tuple(seats), 1, tuple(returns), (1 / n,) * n, (1,) * n, (0.0,) * n, forfeit
    )


def test_sides() -> None:
    assert sides_of("belote", 4) == ((0, 2), (1, 3))
    assert sides_of("dubito", 5) == ((0,), (1,), (2,), (3,), (4,))


def test_partners_are_one_side() -> None:
    found = list(pairs(result("abab", [162, 0, 162, 0]), sides_of("belote", 4)))
    assert found == [Pair(("a", "a"), ("b", "b"), 1.0)]


def test_a_finish_is_all_its_pairs() -> None:
    found = set(pairs(result("abc", [0.5, 0, 0]), sides_of("dubito", 3)))
    assert found == {
        Pair(("a",), ("b",), 1.0),
        Pair(("a",), ("c",), 1.0),
        Pair(("b",), ("c",), 0.5),
    }


def test_who_forfeits_is_last() -> None:
    lost = result("abc", [90, 10, 20], forfeit=(0, "crashed", "it raised"))
    found = set(pairs(lost, sides_of("qwixx", 3)))
    assert found == {
        Pair(("a",), ("b",), 0.0),
        Pair(("a",), ("c",), 0.0),
        Pair(("b",), ("c",), 0.5),
    }
    (unit,) = units_of([lost], "qwixx", "a", "b")
    assert unit.score == 0


def test_units_are_means_of_their_games() -> None:
    played = [
        result("ab", [80, 60], unit=0),
        result("ba", [70, 70], unit=0, number=1),
        result("ab", [50, 60], unit=1, number=2),
        result("ba", [65, 60], unit=1, number=3),
    ]
    units = units_of(played, "qwixx", "a", "b")
    assert [(u.score, u.points, u.games) for u in units] == [(0.75, 10, 2), (0, -7.5, 2)]
    other = units_of(played, "qwixx", "b", "a")
    assert [u.score for u in other] == [0.25, 1]


def test_equal_bots_score_a_half_whatever_their_seats() -> None:
    """One against three: every seat has won once."""
    returns: list[list[float]] = [[3, 0, 0, 0], [0, 3, 0, 0], [0, 0, 3, 0], [0, 0, 0, 3]]
    played = [result("abbb", row) for row in returns]
    (unit,) = units_of(played, "ohhell", "a", "b")
    assert unit.score == pytest.approx(0.5)
    assert unit.points == pytest.approx(0)


def test_who_did_not_meet_has_no_units() -> None:
    assert units_of([result("ab", [1, 2])], "qwixx", "a", "c") == []
    assert units_of([result("aabb", [1, 2, 1, 2])], "belote", "a", "c") == []
