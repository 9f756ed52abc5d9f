"""Boards: results of one game put together."""

from __future__ import annotations

import pytest

from kibitz.arena.board.board import boards
from tests.arena.board.results import Kept, duel, entrant, game, match


def test_the_same_deals_again_add_no_information() -> None:
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
    assert row.wins is not None
    assert row.points is not None
    assert row.wins.value == pytest.approx(0.75)
    assert row.even == 0.5
    assert row.points.value == pytest.approx(57.5)
    assert row.milliseconds == pytest.approx(2.0)
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
    assert board.counts["a"].seats == 10


def test_partners_win_together() -> None:
    results = [game(u, "a b a b", (160.0, 0.0, 160.0, 0.0)) for u in range(4)]
    (board,) = boards(Kept(match(1, [entrant("a"), entrant("b")], results, game="belote")))
    first = board.rows()[0]
    assert first.wins is not None
    assert first.wins.value == 1
    assert first.even == 0.5
    assert board.title == "single deals"


def test_who_fails_is_flagged() -> None:
    lost = (1, "crashed", "it raised")
    results = [game(u, "a b", (10.0, 20.0), forfeit=lost) for u in range(3)]
    results += duel("a", "b", 20, 10)
    (board,) = boards(Kept(match(1, [entrant("a"), entrant("b")], results)))
    assert board.counts["b"].fails
    assert board.counts["b"].forfeits == {"crashed": 3}
    assert not board.counts["a"].fails


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
