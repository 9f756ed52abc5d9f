"""Qwixx, rule by rule, on both engines. The numbers are those of the game's README."""

from typing import Any

import pytest

import kibitz
from kibitz.errors import BadOption, NotOver
from tests.games.qwixx.sheets import (
    BLUE_W1,
    BLUE_W2,
    EMPTY,
    FIVE,
    FOUR,
    GREEN_W1,
    GREEN_W2,
    LOCKED,
    PASS,
    RED_W1,
    RED_W2,
    ROLL,
    WHITE_BLUE,
    WHITE_GREEN,
    WHITE_RED,
    WHITE_YELLOW,
    YELLOW_W1,
    YELLOW_W2,
    at,
    play,
    sheets,
)
from tests.support.perft import perft

# Rule 1: turns and dice ---------------------------------------------------------------------------


def test_seat_0_starts_and_turns_go_clockwise(engine: str) -> None:
    state = kibitz.game("qwixx", engine=engine, players=3).new(chance="explicit")
    for active in (0, 1, 2, 0):
        assert (state.player, state.phase) == (kibitz.CHANCE, "roll")
        assert state.position()["active"] == active
        state.apply_chance(ROLL)
        asked = []
        while state.player != kibitz.CHANCE:
            asked.append((state.phase, state.player))
            state.apply(PASS)
        ring = [(active + i) % 3 for i in range(3)]
        assert asked == [*(("white", seat) for seat in ring), ("colour", active)]


def test_a_roll_draws_one_number_of_its_stream(engine: str) -> None:
    state = kibitz.game("qwixx", engine=engine).new(seed=11)
    for k in range(3):
        stream = kibitz.Stream(kibitz.core.rng.mix(11, k))
        assert state.chance[k] == stream.below(46656)
        play(state, PASS, PASS, PASS)


def test_the_first_white_die_is_the_highest_digit() -> None:
    game = kibitz.game("qwixx")
    assert game.outcome_name(0) == "W1 W1 R1 Y1 G1 B1"
    assert game.outcome_name(6**5) == "W2 W1 R1 Y1 G1 B1"
    assert game.outcome_name(46655 - 3) == "W6 W6 R6 Y6 G6 B3"
    # 2, 4, 0, 5, 1, 3 in base 6.
    assert game.parse_outcome(ROLL) == ((((2 * 6 + 4) * 6 + 0) * 6 + 5) * 6 + 1) * 6 + 3


def test_the_die_of_a_closed_row_serves_nobody(engine: str) -> None:
    state = at(engine, [[LOCKED, 0, 0, 0], EMPTY], ROLL)
    assert state.legal() == [PASS, WHITE_YELLOW, WHITE_GREEN, WHITE_BLUE]
    play(state, PASS)
    assert state.legal() == [PASS, WHITE_YELLOW, WHITE_GREEN, WHITE_BLUE]
    play(state, PASS)
    colours = [YELLOW_W1, YELLOW_W2, GREEN_W1, GREEN_W2, BLUE_W1, BLUE_W2]
    assert state.legal() == [PASS, *colours]


# Rule 2: the white step ---------------------------------------------------------------------------


def test_everybody_may_mark_the_white_sum_in_one_row(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY, EMPTY], ROLL)
    for action in (WHITE_RED, WHITE_BLUE, WHITE_YELLOW):
        assert state.legal() == [PASS, WHITE_RED, WHITE_YELLOW, WHITE_GREEN, WHITE_BLUE]
        state.apply(action)
    assert sheets(state) == [[1 << 6, 0, 0, 0], [0, 0, 0, 1 << 4], [0, 1 << 6, 0, 0]]


def test_marks_are_pending_until_all_have_decided(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY], ROLL)
    play(state, WHITE_RED)
    assert sheets(state) == [EMPTY, EMPTY]
    assert state.scores() == [0, 0]
    play(state, WHITE_GREEN)
    assert state.scores() == [1, 1]


def test_nobody_sees_a_decision_before_all_have_decided(engine: str) -> None:
    views = []
    for action in (PASS, WHITE_RED, WHITE_BLUE):
        state = play(at(engine, [EMPTY, EMPTY, EMPTY], ROLL), action)
        assert state.view(0).pending == action
        views.append([state.view(seat) for seat in (1, 2)])
        play(state, PASS, PASS)
        assert state.view(1).sheets == state.view(0).sheets
    assert views[0] == views[1] == views[2]
    assert views[0][0].text() == views[1][0].text()
    assert [e.kind for e in views[0][0].history] == ["chance"]


def test_a_lock_of_this_step_is_not_seen_by_the_next(engine: str) -> None:
    state = at(engine, [[FIVE, 0, 0, 0], [FIVE, 0, 0, 0]], "W6 W6 R1 Y1 G1 B1")
    play(state, WHITE_RED)
    assert not any(state.view(1).closed)
    assert WHITE_RED in state.legal()


def test_everybody_is_asked_also_when_pass_is_the_only_answer(engine: str) -> None:
    full = [[1 << 9] * 4, [1 << 9] * 4]
    state = at(engine, full, ROLL)
    for player, phase in ((0, "white"), (1, "white"), (0, "colour")):
        assert (state.player, state.phase) == (player, phase)
        assert state.legal() == [PASS]
        state.apply(PASS)
    assert state.player == kibitz.CHANCE


# Rule 3: the colour step --------------------------------------------------------------------------


def test_only_the_active_player_may_mark_a_colour(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY], ROLL, active=1)
    play(state, PASS, PASS)
    assert (state.player, state.phase) == (1, "colour")
    play(state, YELLOW_W2)  # 5 + 6
    assert sheets(state) == [EMPTY, [0, 1 << 9, 0, 0]]
    assert (state.player, state.position()["active"]) == (kibitz.CHANCE, 0)


@pytest.mark.parametrize(
    ("action", "row", "cell"),
    [
        (RED_W1, 0, 4 - 2),
        (RED_W2, 0, 6 - 2),
        (YELLOW_W1, 1, 9 - 2),
        (YELLOW_W2, 1, 11 - 2),
        (GREEN_W1, 2, 12 - 5),
        (GREEN_W2, 2, 12 - 7),
        (BLUE_W1, 3, 12 - 7),
        (BLUE_W2, 3, 12 - 9),
    ],
)
def test_a_colour_is_one_white_die_and_its_own(
    engine: str, action: int, row: int, cell: int
) -> None:
    state = play(at(engine, [EMPTY, EMPTY], ROLL), PASS, PASS)
    assert state.legal() == [PASS, *range(RED_W1, BLUE_W2 + 1)]
    state.apply(action)
    assert sheets(state)[0][row] == 1 << cell


def test_with_equal_white_dice_the_first_stands_for_both(engine: str) -> None:
    state = play(at(engine, [EMPTY, EMPTY], "W4 W4 R1 Y6 G2 B4"), PASS, PASS)
    assert state.legal() == [PASS, RED_W1, YELLOW_W1, GREEN_W1, BLUE_W1]


def test_the_white_mark_comes_before_the_colour_mark(engine: str) -> None:
    state = play(at(engine, [EMPTY, EMPTY], ROLL), WHITE_RED, PASS)
    # Red has 8 now: 4 and 6 are lost. The others are free.
    assert state.legal() == [PASS, *range(YELLOW_W1, BLUE_W2 + 1)]


# Rule 4: left to right ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "number", "dice", "legal"),
    [
        (0, 8, "W3 W4", False),
        (0, 8, "W4 W4", False),
        (0, 8, "W4 W5", True),
        (2, 8, "W4 W5", False),
        (2, 8, "W4 W4", False),
        (2, 8, "W3 W4", True),
    ],
)
def test_marks_go_left_to_right(engine: str, row: int, number: int, dice: str, legal: bool) -> None:
    sheet = [0, 0, 0, 0]
    sheet[row] = 1 << (number - 2 if row < 2 else 12 - number)
    state = at(engine, [sheet, EMPTY], dice + " R1 Y1 G1 B1")
    assert (WHITE_RED + row in state.legal()) == legal


# Rule 5: locks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "dice"), [(0, "W6 W6"), (1, "W6 W6"), (2, "W1 W1"), (3, "W1 W1")])
def test_the_last_number_needs_five_marks(engine: str, row: int, dice: str) -> None:
    for bits, legal in ((FOUR, False), (FIVE, True)):
        sheet = [0, 0, 0, 0]
        sheet[row] = bits
        state = at(engine, [sheet, EMPTY], dice + " R2 Y2 G2 B2")
        assert (WHITE_RED + row in state.legal()) == legal


def test_the_first_number_needs_none(engine: str) -> None:
    assert at(engine, [EMPTY], "W1 W1 R1 Y1 G1 B1").legal() == [PASS, WHITE_RED, WHITE_YELLOW]
    assert at(engine, [EMPTY], "W6 W6 R1 Y1 G1 B1").legal() == [PASS, WHITE_GREEN, WHITE_BLUE]


def test_a_lock_counts_as_one_more_mark_and_closes_the_row(engine: str) -> None:
    state = at(engine, [[FIVE, 0, 0, 0], [0b1, 0, 0, 0]], "W6 W6 R1 Y1 G1 B1")
    play(state, WHITE_RED, PASS)
    assert state.scores() == [7 * 8 / 2, 1]
    assert state.position()["closed"] == [True, False, False, False]
    play(state, PASS)
    state.apply_chance("W3 W4 R6 Y1 G1 B1")
    assert (state.player, WHITE_RED in state.legal()) == (1, False)


def test_several_players_may_lock_a_row_in_one_step(engine: str) -> None:
    state = at(engine, [[FIVE, 0, 0, 0]] * 3, "W6 W6 R1 Y1 G1 B1")
    play(state, WHITE_RED, PASS, WHITE_RED)
    assert state.scores() == [28, 15, 28]
    assert state.phase == "colour", "one locked row does not end the game"


def test_the_row_is_closed_in_the_colour_step(engine: str) -> None:
    # Seat 1 locks red; the active player could have marked 9 (3 + 6) in red.
    state = at(engine, [[FIVE, 0, 0, 0], [FIVE, 0, 0, 0]], "W6 W6 R3 Y1 G1 B1")
    play(state, PASS)
    assert state.view(0).legal() == []
    play(state, WHITE_RED)
    assert RED_W1 not in state.legal()


def test_the_white_mark_may_be_the_fifth(engine: str) -> None:
    for white, legal in ((WHITE_RED, True), (PASS, False)):
        state = at(engine, [[FOUR, 0, 0, 0], EMPTY], "W3 W6 R6 Y1 G1 B1")
        play(state, white, PASS)
        assert (RED_W2 in state.legal()) == legal
        if legal:
            play(state, RED_W2)
            assert state.scores()[0] == 28
            assert state.position()["closed"][0]


# Rule 6: strikes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
@pytest.mark.parametrize(
    ("white", "colour", "strikes"),
    [(PASS, PASS, 1), (WHITE_YELLOW, PASS, 0), (PASS, RED_W1, 0), (WHITE_BLUE, RED_W1, 0)],
)
def test_a_turn_without_a_mark_is_a_strike(
    engine: str, order: str, white: int, colour: int, strikes: int
) -> None:
    state = at(engine, [EMPTY, EMPTY], ROLL, order)
    actions = (white, PASS, colour) if order == "simultaneous" else (white, colour, PASS)
    play(state, *actions)
    assert state.position()["strikes"] == [strikes, 0]
    assert state.player == kibitz.CHANCE


def test_the_others_take_no_strike(engine: str) -> None:
    state = play(at(engine, [EMPTY, EMPTY, EMPTY], ROLL), WHITE_RED, PASS, PASS, PASS)
    assert state.position()["strikes"] == [0, 0, 0]


# Rule 7: the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_four_strikes_end_the_game(engine: str, order: str) -> None:
    state = at(engine, [EMPTY, EMPTY], ROLL, order, strikes=[3, 3])
    play(state, PASS, PASS, PASS)
    assert state.done
    assert state.returns() == [-20, -15]
    assert state.outcome() == [0, 1]


def test_three_strikes_do_not(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY], ROLL, strikes=[2, 3])
    play(state, PASS, PASS, PASS)
    assert state.player == kibitz.CHANCE


def test_two_locks_end_the_game_after_the_white_step(engine: str) -> None:
    locks = [[FIVE, 0, LOCKED, 0], [FIVE, 0, 0, 0]]
    state = at(engine, locks, "W6 W6 R1 Y1 G1 B1", strikes=[3, 0])
    play(state, PASS, WHITE_RED)
    assert state.done, "the colour step is not played"
    assert state.position()["strikes"] == [3, 0], "no strike for the active player"
    assert state.returns() == [15 + 28 - 15, 28]


def test_two_rows_locked_in_one_step(engine: str) -> None:
    state = at(engine, [[FIVE, 0, 0, 0], [0, FIVE, 0, 0]], "W6 W6 R1 Y1 G1 B1")
    play(state, WHITE_RED)
    assert not state.done
    play(state, WHITE_YELLOW)
    assert state.done
    assert state.position()["closed"] == [True, True, False, False]


def test_three_rows_locked(engine: str) -> None:
    locks = [[FIVE, 0, LOCKED, 0], [0, FIVE, 0, 0]]
    state = play(at(engine, locks, "W6 W6 R1 Y1 G1 B1"), WHITE_RED, WHITE_YELLOW)
    assert state.done
    assert sum(state.position()["closed"]) == 3


def test_a_second_lock_in_the_colour_step_ends_the_game(engine: str) -> None:
    state = at(engine, [[FIVE, 0, LOCKED, 0], EMPTY], "W6 W5 R6 Y1 G1 B1")
    play(state, PASS, PASS, RED_W1)
    assert state.done
    assert state.returns() == [56, 0]


# Rule 8: the score --------------------------------------------------------------------------------


def test_rows_score_triangles_and_strikes_cost_five(engine: str) -> None:
    rows = [[0, 0b1, 0b11, 0b10110], [(1 << 11) - 1, 0, 0, 0]]
    state = at(engine, rows, strikes=[2, 1])
    assert state.scores() == [0 + 1 + 3 + 6 - 10, 78 - 5]
    with pytest.raises(NotOver):
        state.returns()


def test_equal_totals_share(engine: str) -> None:
    state = at(engine, [EMPTY, [0b11, 0, 0, 0], [0, 0b11, 0, 0]], ROLL, strikes=[3, 0, 0])
    play(state, PASS, PASS, PASS, PASS)
    assert state.returns() == [-20, 3, 3]
    assert state.outcome() == [0, 0.5, 0.5]
    assert state.events[-1] == ("score", -1, (-20, 3, 3))


# Order sequential ---------------------------------------------------------------------------------


def test_the_active_player_decides_first_and_alone(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY, EMPTY], ROLL, "sequential", active=1)
    asked = []
    while state.player != kibitz.CHANCE:
        asked.append((state.player, state.phase))
        state.apply(PASS)
    assert asked == [(1, "white"), (1, "colour"), (2, "answer"), (0, "answer")]


def test_the_others_see_all_that_was_done(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY, EMPTY], ROLL, "sequential")
    play(state, WHITE_RED, YELLOW_W1, WHITE_GREEN)
    view = state.view(2)
    assert view.sheets == ((1 << 6, 1 << 7, 0, 0), (0, 0, 1 << 4, 0), (0, 0, 0, 0))
    assert [(e.seat, e.data) for e in view.history if e.kind == "action"] == [
        (0, WHITE_RED),
        (0, YELLOW_W1),
        (1, WHITE_GREEN),
    ]
    assert state.view(2).history == state.events


def test_the_others_mark_the_white_sum_only(engine: str) -> None:
    state = play(at(engine, [EMPTY, EMPTY], ROLL, "sequential"), PASS, PASS)
    assert state.legal() == [PASS, WHITE_RED, WHITE_YELLOW, WHITE_GREEN, WHITE_BLUE]


def test_sequential_the_white_mark_may_be_the_fifth(engine: str) -> None:
    for white, legal in ((WHITE_RED, True), (PASS, False)):
        state = at(engine, [[FOUR, 0, 0, 0], EMPTY], "W3 W6 R6 Y1 G1 B1", "sequential")
        play(state, white)
        assert (RED_W2 in state.legal()) == legal


def test_a_row_locked_this_turn_is_open_to_the_others(engine: str) -> None:
    locks = [[FIVE, 0, 0, 0], EMPTY, [FIVE, 0, 0, 0]]
    state = at(engine, locks, "W6 W6 R1 Y1 G1 B1", "sequential")
    play(state, WHITE_RED)
    assert not any(state.position()["closed"])
    assert RED_W1 not in state.legal(), "nothing is right of the last number"
    play(state, PASS, PASS)
    assert WHITE_RED in state.legal()
    play(state, WHITE_RED)
    assert state.scores() == [28, 0, 28]
    assert state.position()["closed"] == [True, False, False, False]


def test_a_row_locked_by_colour_is_open_to_the_others(engine: str) -> None:
    locks = [[FIVE, 0, 0, 0], [0, 0, 0, 0]]
    state = at(engine, locks, "W6 W2 R6 Y1 G1 B1", "sequential")
    play(state, PASS, RED_W1)
    assert WHITE_RED in state.legal()  # 8
    play(state, WHITE_RED)
    assert sheets(state)[1][0] == 1 << 6
    state.apply_chance(ROLL)
    assert WHITE_RED not in state.legal(), "closed from the next turn on"


def test_no_end_check_in_the_middle_of_a_turn(engine: str) -> None:
    locks = [[FIVE, 0, LOCKED, 0], EMPTY]
    state = at(engine, locks, "W6 W6 R1 Y1 G1 B1", "sequential")
    play(state, WHITE_RED)
    assert (state.player, state.phase) == (0, "colour")
    play(state, YELLOW_W1)  # 7
    assert (state.player, state.phase) == (1, "answer")
    play(state, WHITE_BLUE)
    assert state.done
    assert state.returns() == [28 + 28 + 1, 1]


def test_the_others_answer_a_fourth_strike(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY], ROLL, "sequential", strikes=[3, 0])
    play(state, PASS, PASS)
    assert state.scores() == [-20, 0]
    assert (state.player, state.phase) == (1, "answer")
    play(state, WHITE_RED)
    assert state.returns() == [-20, 1]


def test_three_rows_can_be_locked_in_the_end(engine: str) -> None:
    locks = [[FIVE, 0, 0, LOCKED], [0, FIVE, 0, 0]]
    state = at(engine, locks, "W6 W6 R1 Y1 G1 B1", "sequential")
    play(state, WHITE_RED, PASS, WHITE_YELLOW)
    assert state.done
    assert state.position()["closed"] == [True, True, False, True]


# Solo ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_solo_plays_both_steps_each_turn(engine: str, order: str) -> None:
    state = kibitz.game("qwixx", engine=engine, players=1, order=order).new(chance="explicit")
    for strikes in (1, 2, 3, 4):
        state.apply_chance(ROLL)
        assert (state.player, state.phase) == (0, "white")
        state.apply(PASS)
        assert (state.player, state.phase) == (0, "colour")
        state.apply(PASS)
        assert state.position()["strikes"] == [strikes]
    assert state.done
    assert (state.returns(), state.outcome()) == ([-20], [1])


def test_solo_follows_order(engine: str) -> None:
    for order, done in (("simultaneous", True), ("sequential", False)):
        state = at(engine, [[FIVE, 0, LOCKED, 0]], "W6 W6 R1 Y1 G1 B1", order)
        play(state, WHITE_RED)
        assert state.done == done
    play(state, YELLOW_W1)
    assert state.returns() == [28 + 28 + 1]


# Options and lengths ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{"players": 0}, {"players": 6}, {"order": "both"}, {"max_turns": 3}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        kibitz.game("qwixx", **options)


def test_defaults() -> None:
    game = kibitz.game("qwixx")
    small = {"faces": 6, "rows": 4, "strikes": 4}
    assert game.options == {"players": 2, "order": "simultaneous"} | small
    assert (game.num_actions, game.observation_size) == (13, 25)


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_longest_game_is_as_long_as_max_length(engine: str, players: int, order: str) -> None:
    """Three strikes and forty single marks a seat, one lock by seat 0, then a fourth strike."""
    game = kibitz.game("qwixx", engine=engine, players=players, order=order)
    state = game.new(chance="explicit")
    turns = [(PASS, 7)] * 3
    turns += [
        (WHITE_RED + row, 2 + i if row < 2 else 12 - i) for row in range(4) for i in range(10)
    ]
    for action, total in [*(turn for turn in turns for _ in range(players)), (WHITE_RED, 12)]:
        mark_alone(state, action, total)
    assert state.player == kibitz.CHANCE, "nothing has ended the game so far"
    mark_alone(state, PASS, 7)
    assert state.done
    assert len(state.actions) == game.max_length
    assert game.max_length == (43 * players + 2) * (players + 1)


def mark_alone(state: kibitz.State, action: int, total: int) -> None:
    """A turn in which the active player marks this white sum and nobody anything else."""
    low = max(1, total - 6)
    state.apply_chance(f"W{low} W{total - low} R1 Y1 G1 B1")
    state.apply(action)
    while state.player >= 0:
        state.apply(PASS)


# Perft, counted by hand ---------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_perft_of_the_first_turn_by_hand(engine: str, order: str) -> None:
    """White 8; red 4 6, yellow 9 11, green 5 7, blue 7 9: eight colours before a white mark.

    After 8 in red both reds are lost (6 left), after 8 in yellow and green none (8), after 8 in
    blue its 9 (7). With pass: 9 after no white mark, 7 + 9 + 9 + 8 after one. The other has 5
    answers.
    """
    game = kibitz.game("qwixx", engine=engine, order=order)
    pairs = 9 + 7 + 9 + 9 + 8
    middle = 5 * 5 if order == "simultaneous" else pairs
    counts = perft(game.new(deal=ROLL, chance="explicit"), 4)
    assert counts == [5, middle, pairs * 5, 0]


def test_perft_of_a_solo_turn_by_hand(engine: str) -> None:
    """White 11; red 11 12 after four marks, yellow 11 12 after five, green closed, blue spent.

    White: pass, red, yellow. Colour: after a pass red 11, yellow 11 and 12; after red 11, the fifth
    mark there, red 12, yellow 11 and 12; after yellow 11 red 11 and yellow 12; always pass.
    """
    state = at(engine, [[FOUR, FIVE, LOCKED, 1 << 8]], "W5 W6 R6 Y6 G1 B1")
    assert perft(state, 2) == [3, 4 + 4 + 3]
