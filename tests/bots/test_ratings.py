"""Ratings of shipped players: every player has one, and a player under two names has the same."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz import bots
from kibitz.arena import rate
from kibitz.arena.board import anchor
from kibitz.arena.result import Entrant
from kibitz.bots import measured, ratings
from tests.support.found import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_shipped_players_are_rated(game: str) -> None:
    """After a change of a player: python tools/rate_bots.py GAME."""
    known = ratings.by_hash(game)
    for spec in (bots.spec(game, name) for name in bots.names(game)):
        if not spec.oracle:
            assert spec.hash in known, f"{spec.name} has no rating"
            assert known[spec.hash].games > 0
    assert known[bots.spec(game, "random").hash].elo == 0


@pytest.mark.parametrize("game", GAMES)
def test_names_of_one_player_share_a_rating(game: str) -> None:
    seen: dict[str, Any] = {}
    for one in measured.read(game, "player_ratings")["bots"].values():
        assert seen.setdefault(one["hash"], one) == one


def test_a_level_goes_by_its_other_name(monkeypatch: pytest.MonkeyPatch) -> None:
    one = {"hash": "x", "elo": 5, "error": 1, "games": 9}
    other = one | {"hash": "y"}
    found = {"bots": {"level_1": one, "level_2": other, "opportunist": one}}
    monkeypatch.setattr(measured, "read", lambda *_: found)
    assert {key: r.name for key, r in ratings.by_hash("qwixx").items()} == {
        "x": "opportunist",
        "y": "level_2",
    }


def test_a_wide_interval_rates_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    specs = {name: bots.spec("ohhell", name) for name in ("heuristic", "smart", "random")}
    errors = {"heuristic": 10.0, "smart": ratings.ANCHOR_ERROR_MAX + 1, "random": 10.0}
    known = {spec.hash: ratings.Rating(name, 100, errors[name], 50) for name, spec in specs.items()}
    monkeypatch.setattr(ratings, "by_hash", lambda _: known)
    assert {rival.name for rival in rate.rivals_of("ohhell")} == {"heuristic", "random"}
    entrants = [Entrant(n, n, specs[n].hash, "rule", {}) for n in ("heuristic", "smart")]
    assert anchor.anchors("ohhell", {}, entrants) == {"heuristic": 100}
