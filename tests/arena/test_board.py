"""Boards: results of one game put together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from kibitz.arena.board import boards
from kibitz.arena.result import Entrant, MatchInfo, Result


class Kept:
    """A store with given matches."""

    def __init__(self, *matches: tuple[MatchInfo, list[Result]]) -> None:
        self.kept = {info.id: (info, results) for info, results in matches}

    def matches(self) -> list[MatchInfo]:
        return [info for info, _ in self.kept.values()]

    def results(self, match_id: int, records: bool = False) -> Iterator[Result]:
        return iter(self.kept[match_id][1])


def entrant(label: str, kind: str = "rule", code: str = "") -> Entrant:
    return Entrant(label, label.split("#")[0], (code or label) * 8, kind, {})


def match(number: int, entrants: list[Entrant], results: list[Result], **more: Any) -> Any:
    info = MatchInfo(
        id=number,
        kind="h2h",
        game=more.get("game", "qwixx"),
        options=more.get("options", {}),
        rules=1,
        seed=1,
        created=datetime(2026, 1, 1, tzinfo=UTC),
        planned=max(r.unit for r in results) + 1,
        done=len({r.unit for r in results}),
        games=len(results),
        settings={},
        entrants=tuple(entrants),
    )
    return info, results


def game(unit: int, seats: str, returns: tuple[float, ...], **more: Any) -> Result:
    best = [x == max(returns) for x in returns]
    outcome = tuple(b / sum(best) for b in best)
    n = len(returns)
    found = Result(
        unit, unit * 8, tuple(seats.split()), 1, returns, outcome, (10,) * n, (0.02,) * n
    )
    return replace(found, **more)


def duel(a: str, b: str, units: int, wins: int) -> list[Result]:
    """Both games of a deal go the same way."""
    found = []
    for unit in range(units):
        won = (60.0, 50.0) if unit % units < wins else (50.0, 60.0)
        seed = 1000 * ord(a) + unit  # matches of other bots have other deals here
        found += [
            game(unit, f"{a} {b}", won, seed=seed),
            game(unit, f"{b} {a}", won[::-1], seed=seed),
        ]
    return found


def test_the_same_deals_again_tell_nothing_new() -> None:
    bots = [entrant("a"), entrant("b")]
    once, twice = Kept(match(1, bots, duel("a", "b", 40, 30))), duel("a", "b", 40, 30)
    (one,) = boards(once)
    (two,) = boards(Kept(match(1, bots, twice), match(2, bots, twice)))
    assert two.games == 2 * one.games
    assert two.elo("a", "b") == one.elo("a", "b")
    assert two.rows()[0].points == one.rows()[0].points


def test_matches_of_the_same_options_are_one_board() -> None:
    bots = [entrant("a"), entrant("b")]
    store = Kept(
        match(1, bots, duel("a", "b", 20, 15)),
        match(2, [entrant("b"), entrant("c")], duel("b", "c", 20, 15)),
        match(3, bots, duel("a", "b", 4, 2), options={"order": "sequential"}),
    )
    first, second = boards(store)
    assert [row.label for row in first.rows()] == ["a", "b", "c"]
    assert first.games == 80
    assert first.title == "2 players"
    assert second.title == "2 players, order sequential"
    assert len(boards(store, lambda info: info.id == 3)) == 1
    row = first.rows()[0]
    assert row.rated is not None
    assert row.rated.score == pytest.approx(0.75)
    assert row.wins.value == pytest.approx(0.75)
    assert row.even == 0.5
    assert row.points.value == pytest.approx(57.5)
    assert row.played.milliseconds == pytest.approx(2.0)
    assert first.meetings["a", "b"].score.units == 20
    assert first.elo("a", "b") is not None
    assert first.elo("a", "c") is None


def test_a_bot_is_its_hash() -> None:
    store = Kept(
        match(1, [entrant("a"), entrant("b")], duel("a", "b", 10, 5)),
        match(2, [entrant("a", code="z"), entrant("b")], duel("a", "b", 10, 9)),
    )
    (board,) = boards(store)
    assert {row.label for row in board.rows()} == {"a@aaaaaa", "a@zzzzzz", "b"}


def test_oracles_enter_no_ranking() -> None:
    seats = [entrant("a"), entrant("b"), entrant("o", "oracle")]
    results = [game(u, "a b o", (1.0, 0.5, 2.0)) for u in range(5)]
    results += [game(u + 5, "a b a", (1.0, 0.5, 1.0)) for u in range(5)]
    (board,) = boards(Kept(match(1, seats, results)))
    assert {row.label for row in board.rows()} == {"a", "b"}
    assert board.left_out == 5
    assert board.oracles == ["o"]
    assert board.played["a"].seats == 10


def test_partners_win_together() -> None:
    results = [game(u, "a b a b", (160.0, 0.0, 160.0, 0.0)) for u in range(4)]
    (board,) = boards(Kept(match(1, [entrant("a"), entrant("b")], results, game="belote")))
    first = board.rows()[0]
    assert first.wins.value == 1
    assert first.even == 0.5
    assert board.title == "single deals"


def test_who_fails_is_flagged() -> None:
    lost = (1, "crashed", "it raised")
    results = [game(u, "a b", (10.0, 20.0), forfeit=lost) for u in range(3)]
    results += duel("a", "b", 20, 10)
    (board,) = boards(Kept(match(1, [entrant("a"), entrant("b")], results)))
    assert board.played["b"].fails
    assert board.played["b"].forfeits == {"crashed": 3}
    assert not board.played["a"].fails


def test_bots_alone_are_ordered_by_points() -> None:
    results = [
        game(u, label, (x,)) for u in range(4) for label, x in (("a", 10.0), ("b", 70.0 + u))
    ]
    (board,) = boards(Kept(match(1, [entrant("a"), entrant("b")], results, options={"players": 1})))
    rows = board.rows()
    assert [row.label for row in rows] == ["b", "a"]
    assert rows[0].rated is None
    assert board.curve() == []
    assert board.title == "1 player"


def test_the_curve_knows_all_bots_of_all_matches() -> None:
    store = Kept(
        match(1, [entrant("a"), entrant("b")], duel("a", "b", 40, 30)),
        match(2, [entrant("b"), entrant("c")], duel("b", "c", 40, 30)),
    )
    (board,) = boards(store)
    found = board.curve()
    assert found[-1][0] == 80
    assert len(found) > 4
    assert all(ratings.labels == ["a", "b", "c"] for _, ratings in found)
