"""A bot's rating among shipped players: who is chosen, and that it comes out right."""

from __future__ import annotations

from pathlib import Path

import kibitz
from kibitz.arena import rate
from kibitz.arena.plan.entry import enter
from kibitz.arena.rate import Rating, Rival
from kibitz.arena.store import open_store
from kibitz.bots import ratings

RIVALS = [Rival("ga", 840, 0.4), Rival("marker", 400, 0.2), Rival("random", 0, 0.01)]


def rating(name: str = "conservative") -> Rating:
    (entry,) = enter("qwixx", [name])
    return Rating(kibitz.game("qwixx"), entry, RIVALS)


def test_opponents_are_chosen_for_information() -> None:
    found = rating()
    assert {rival.name for rival in found.choose()} <= {"ga", "marker", "random"}
    found.units = [[(840.0, 0.5), (400.0, 1.0)]] * 20
    assert found.choose()[0].name == "ga", "the equal one is the most informative"
    assert "marker" not in {rival.name for rival in rating("marker").rivals}, "not itself"


def test_a_rating_comes_with_the_games(tmp_path: Path) -> None:
    found, seen = rating(), []
    with open_store(str(tmp_path / "a.db")) as store:
        found.play(store, 0.5, workers=1, progress=lambda one: seen.append(one.elo))
        (match,) = store.matches()[:1]
        assert match.kind == "rate"
    assert len(seen) == len(found.units) > 0
    assert found.games == 2 * len(found.units)
    assert {rival.name for rival, _ in found.scores()} <= {"ga", "marker", "random"}


def test_every_game_has_rated_players() -> None:
    for game in kibitz.names():
        if any(True for _ in ratings.by_hash(game)):
            assert len(rate.rivals_of(game)) >= 2
