"""Qwixx: the moves of a turn, and the sense that the rule players share, rule by rule."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.games.qwixx.rules import cell_of, roll_of
from kibitz.players.qwixx.turn import Move, Turn, sensible, turn
from kibitz.search.games.qwixx import memory

GAME = kibitz.game("qwixx", order="sequential")
RED, YELLOW, GREEN, BLUE = range(4)


def row(place: int, *numbers: int) -> int:
    return sum(1 << cell_of(place, number) for number in numbers)


def sheet(**numbers: tuple[int, ...]) -> list[int]:
    names = ("red", "yellow", "green", "blue")
    return [row(i, *numbers.get(name, ())) for i, name in enumerate(names)]


FULL = {"red": (2, 3, 4, 5, 6), "green": (12, 11, 10, 9, 8)}


def state(dice: str, own: list[int], other: list[int] | None = None, **more: Any) -> kibitz.State:
    """Seat 0 is to act with these dice, in the white step."""
    faces = tuple(int(die) for die in dice)
    position = {
        "step": "white",
        "active": 0,
        "dice": roll_of(faces),
        "sheets": [own, other or [0] * 4],
        "strikes": [0, 0],
        "closed": [False] * 4,
        "marked": False,
        "answers": [],
    }
    return GAME.new(position=position | more)


def now(at: kibitz.State) -> Turn:
    return turn(at.view(at.player))


def names(moves: list[Move]) -> set[tuple[str, str]]:
    return {(GAME.action_name(m.white), GAME.action_name(m.colour)) for m in moves}


def test_a_move_is_a_whole_turn() -> None:
    at = state("11" + "1111", sheet())  # 2 everywhere; with equal dice one colour mark a row
    moves = now(at).moves
    assert len(moves) == 1 + 2 + 2 + 2  # none, white, colour, both in two rows (2 of one row once)
    assert [move.strikes for move in moves].count(1) == 1
    double = next(m for m in moves if m.double)
    assert (double.score, double.skipped, double.locks) == (2, 0, ())


def test_in_one_row_the_white_mark_comes_first() -> None:
    moves = names(now(state("12" + "4111", sheet())).moves)  # white 3, red 5 and 6
    assert ("white red", "red w1") in moves
    moves = names(now(state("34" + "1666", sheet())).moves)  # white 7, red 4 and 5
    assert ("white red", "red w1") not in moves


def test_the_colour_step_comes_to_the_same_moves() -> None:
    at = state("12" + "4111", sheet(yellow=(3,)))
    at.apply(GAME.parse_action("white red"))
    then = now(at)
    assert then.sheet == tuple(sheet(yellow=(3,)))  # the mark is taken off
    offered = [move for move in then.moves if then.offered(move)]
    assert {GAME.action_name(move.white) for move in offered} == {"white red"}
    assert {then.action(move) for move in offered} == set(at.legal())


def test_a_colour_step_that_a_game_begins_with() -> None:
    own = sheet(red=(3,))
    at = state("12" + "4111", own, step="colour", marked=True)
    assert memory(at.view(0)) == [GAME.parse_action("white red")]
    assert now(at).sheet == tuple(sheet())


def test_rule_1_the_fourth_strike_if_it_wins() -> None:
    at = state("34" + "3344", sheet(**FULL), strikes=[3, 0])
    assert now(at).rival == 0
    assert names(sensible(now(at))) == {("pass", "pass")}  # 30 - 20
    behind = state("34" + "3344", sheet(red=(2, 3, 4, 5, 6)), strikes=[3, 0])
    assert ("pass", "pass") not in names(sensible(now(behind)))  # 15 - 20


def test_rule_1_no_strike_into_a_loss() -> None:
    ahead = sheet(**FULL)
    at = state("34" + "3344", sheet(), ahead, strikes=[3, 0])
    assert ("pass", "pass") not in names(sensible(now(at)))
    nothing = state("34" + "3344", [1 << 9] * 4, ahead, strikes=[3, 0])
    assert names(sensible(now(nothing))) == {("pass", "pass")}  # there is no other move


def test_rule_2_a_lock_is_taken() -> None:
    at = state("66" + "1111", sheet(red=(2, 3, 4, 5, 6)))
    [move] = sensible(now(at))
    assert (GAME.action_name(move.white), move.locks) == ("white red", (RED,))


def test_rule_2_of_several_locks_the_highest_score() -> None:
    at = state("66" + "1111", sheet(red=(2, 3, 4, 5, 6), yellow=(2, 3, 4, 5, 6, 7)))
    [move] = sensible(now(at))
    assert move.locks == (YELLOW,)


def test_rule_2_the_fifth_mark_may_be_the_white_one() -> None:
    at = state("56" + "6111", sheet(red=(2, 3, 4, 5)))  # white 11, then red 12
    [move] = sensible(now(at))
    assert (move.locks, move.double) == ((RED,), True)


def test_rules_2_and_3_no_lock_into_a_loss() -> None:
    closed = [False, False, False, True]
    ahead = sheet(blue=(12, 11, 10, 9, 8, 7, 6, 2), red=(2, 3, 4, 5, 6))
    at = state("66" + "1111", sheet(red=(2, 3, 4, 5, 6)), ahead, closed=closed)
    moves = sensible(now(at))
    assert all(not move.locks for move in moves)
    behind = sheet(blue=(12, 11, 10, 9, 8, 2))
    at = state("66" + "1111", sheet(red=(2, 3, 4, 5, 6, 7, 8)), behind, closed=closed)
    [move] = sensible(now(at))
    assert move.locks == (RED,)  # this one wins


def test_rule_4_in_one_row_the_nearer_mark() -> None:
    moves = names(sensible(now(state("12" + "2666", sheet()))))  # white 3, red 3 and 4
    singles = {move for move in moves if "pass" in move}
    assert ("pass", "red w1") in singles
    assert ("pass", "red w2") not in singles


def test_rule_4_of_equal_ways_the_row_with_more_marks() -> None:
    at = state("13" + "6666", sheet(red=(2, 3), yellow=(3,)))
    singles = {move for move in names(sensible(now(at))) if move[1] == "pass"}
    assert ("white red", "pass") in singles
    assert ("white yellow", "pass") not in singles


def test_rule_4_of_double_marks_the_better_sheet() -> None:
    at = state("12" + "1666", sheet())  # white 3; red 2 and 3
    moves = names(sensible(now(at)))
    assert ("white yellow", "red w1") in moves
    assert ("white yellow", "red w2") not in moves  # red 3 skips the 2 for nothing


def test_on_others_turns_only_a_lock_that_does_not_end_the_game() -> None:
    closed = [False, False, False, True]
    full = sheet(red=(2, 3, 4, 5, 6))
    for shut, count in (([False] * 4, 1), (closed, 3)):
        behind = sheet(blue=(12, 11, 10, 9, 8, 2)) if shut[BLUE] else None
        at = state("66" + "1111", behind or sheet(), full, closed=shut)
        for _ in range(2):
            at.apply(0)
        assert at.phase == "answer"
        moves = sensible(now(at))
        assert len(moves) == count, names(moves)
        assert any(move.locks for move in moves)


def test_alone_no_end_wins_or_loses() -> None:
    at = kibitz.game("qwixx", players=1).new(seed=1)
    assert now(at).rival is None
    assert not now(at).wins(1000)
    assert not now(at).loses(-20)
