"""Where the Elo scale has its zero: at random, or where shipped players hold it."""

from __future__ import annotations

import pytest

from kibitz.arena.board import anchor
from kibitz.arena.result import Entrant
from kibitz.arena.statistics.elo_ratings import Pairs, Ratings
from kibitz.arena.statistics.scoring import Pair
from kibitz.bots import ratings


def entrant(name: str) -> Entrant:
    return Entrant(name, name, f"hash of {name}", "rule", {})


def test_random_is_zero_and_others_hold_the_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"hash of a": ratings.Rating("a", 500, 10, 100)}
    monkeypatch.setattr(ratings, "by_hash", lambda _: known)
    both = [entrant("a"), entrant("random")]
    assert anchor.anchors("ohhell", {}, both) == {"random": 0.0}
    assert anchor.anchors("ohhell", {}, [entrant("a"), entrant("b")]) == {"a": 500}
    assert anchor.anchors("ohhell", {"players": 2}, [entrant("a")]) == {}, "other options"


def test_known_ratings_hold_the_scale() -> None:
    pairs = Pairs()
    for unit in range(100):
        pairs.add(unit, Pair(("a",), ("b",), float(unit % 4 > 0)))
    free, held = Ratings(pairs), Ratings(pairs, {"a": 500.0})
    assert held.rating("a").value == pytest.approx(500)
    gap = free.rating("a").value - free.rating("b").value
    assert held.rating("b").value == pytest.approx(500 - gap)
