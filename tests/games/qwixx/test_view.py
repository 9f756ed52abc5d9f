"""What Qwixx says and shows: names of actions and rolls, refusals, views and their worlds."""

import random
from collections import Counter
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadAction, BadChance, BadDeal, BadText, IllegalAction, StaleAction
from tests.games.qwixx.sheets import (
    BLUE_W2,
    EMPTY,
    FIVE,
    GREEN_W1,
    LOCKED,
    PASS,
    RED_W1,
    ROLL,
    WHITE_BLUE,
    WHITE_GREEN,
    WHITE_RED,
    at,
    play,
)

# Notation -----------------------------------------------------------------------------------------


def test_action_names() -> None:
    game = kibitz.game("qwixx")
    names = [game.action_name(a) for a in range(13)]
    assert names[:6] == ["pass", "white red", "white yellow", "white green", "white blue", "red w1"]
    assert names[-1] == "blue w2"
    assert [game.parse_action(name) for name in names] == list(range(13))
    assert game.parse_action("  WHITE   r ") == WHITE_RED
    assert game.parse_action("b w2") == BLUE_W2
    for text in ("", "red", "white", "white w1", "red w3", "5", "pass pass"):
        with pytest.raises(BadAction):
            game.parse_action(text)


def test_roll_names() -> None:
    game = kibitz.game("qwixx")
    for number in range(0, 46656, 41):
        assert game.parse_outcome(game.outcome_name(number)) == number
    assert game.parse_outcome(" 46655 ") == 46655
    assert game.parse_outcome(ROLL.lower()) == game.parse_outcome(ROLL)
    for text in (
        "",
        "W1",
        "46656",
        "-1",
        "W7 W1 R1 Y1 G1 B1",
        "R1 W1 W1 Y1 G1 B1",
        "²",
        ROLL + " X1",
    ):
        with pytest.raises(BadText):
            game.parse_outcome(text)


def test_rolls_that_cannot_be(engine: str) -> None:
    game = kibitz.game("qwixx", engine=engine)
    state = game.new(chance="explicit")
    outcomes: list[Any] = [-1, 46656, True, 1.5, [1], {}, None]
    for outcome in outcomes:
        with pytest.raises(BadDeal):
            state.apply_chance(outcome)
    assert state.player == kibitz.CHANCE
    assert state.chance == ()
    state.apply_chance(0)
    with pytest.raises(BadChance):
        state.apply_chance(0)
    with pytest.raises(BadDeal):
        game.new(deal=46656)
    assert game.new(deal=ROLL, seed=1).view(1).dice == (3, 5, 1, 6, 2, 4)


def test_illegal_actions_change_nothing(engine: str) -> None:
    state = at(engine, [[1 << 8, 0, 0, 0], EMPTY])
    with pytest.raises(StaleAction):
        state.apply(PASS)
    state.apply_chance(ROLL)
    before = state.position()
    for action in (WHITE_RED, RED_W1, BLUE_W2, 13, -1):
        with pytest.raises(IllegalAction):
            state.apply(action)
    assert state.position() == before
    assert state.actions == ()


def test_text_of_a_view(engine: str) -> None:
    state = at(engine, [[0b1011, 0, FIVE, 0], [0, 0, LOCKED, 0]], ROLL, strikes=[1, 0])
    play(state, WHITE_RED)
    assert state.view(0).text().splitlines() == [
        "Qwixx, white step of seat 0's turn: W3 W5 R1 Y6 G2 B4, white 8",
        " seat 0 (you): 16 points, strikes 1",
        "   red      X  X  -  X  6  7  8  9 10 11 12   3",
        "   yellow   2  3  4  5  6  7  8  9 10 11 12   0",
        "   green    X  X  X  X  X  -  -  -  -  -  -   5 closed",
        "   blue    12 11 10  9  8  7  6  5  4  3  2   0",
        "*seat 1: 28 points, strikes 0",
        "   red      2  3  4  5  6  7  8  9 10 11 12   0",
        "   yellow   2  3  4  5  6  7  8  9 10 11 12   0",
        "   green    X  X  X  X  X  -  -  -  -  -  X   7 locked",
        "   blue    12 11 10  9  8  7  6  5  4  3  2   0",
        "your decision: white red",
    ]
    assert "your decision" not in state.view(1).text()


# Views and worlds ---------------------------------------------------------------------------------


def test_the_reveal_has_every_decision(engine: str) -> None:
    state = at(engine, [EMPTY, EMPTY, EMPTY], ROLL, active=2)
    play(state, WHITE_RED, PASS, WHITE_BLUE, GREEN_W1)
    roll = ("chance", -1, state.chance[0])
    reveal = ("reveal", -1, (WHITE_RED, PASS, WHITE_BLUE))
    colour = ("action", 2, GREEN_W1)
    assert state.view(2).history == (roll, ("action", 2, WHITE_RED), reveal, colour)
    assert state.view(0).history == (roll, ("action", 0, PASS), reveal, colour)
    assert state.view(1).history == (roll, ("action", 1, WHITE_BLUE), reveal, colour)


def test_worlds_draw_pending_answers_from_what_was_legal(engine: str) -> None:
    # Seat 0 can mark 8 in red and blue only; seat 1 anywhere.
    state = at(engine, [[0, 1 << 8, 1 << 8, 0], EMPTY, EMPTY], ROLL)
    play(state, WHITE_BLUE, WHITE_GREEN)
    worlds = state.view(2).worlds(5, 3000)
    drawn = Counter(tuple(world.position()["answers"]) for world in worlds)
    assert set(drawn) == {(a, b) for a in (PASS, WHITE_RED, WHITE_BLUE) for b in range(5)}
    assert max(abs(n - 200) for n in drawn.values()) < 70
    for world in state.view(0).worlds(5, 50):
        assert world.position()["answers"][0] == WHITE_BLUE
    assert all(world.seed != state.seed for world in worlds)


def test_worlds_of_a_position_with_pending_answers(engine: str) -> None:
    before = play(at(engine, [EMPTY, EMPTY, EMPTY], ROLL), WHITE_RED, WHITE_GREEN)
    game = before.game
    state = game.new(3, position=before.position())
    view = state.view(1)
    assert view.pending == WHITE_GREEN
    assert view.start is not None
    assert view.start["answers"] == [-1, WHITE_GREEN]
    drawn = {tuple(w.position()["answers"]) for w in view.worlds(1, 200)}
    assert drawn == {(a, WHITE_GREEN) for a in range(5)}
    state.apply(PASS)  # everything is revealed now
    state.apply(PASS)
    for world in state.view(1).worlds(1, 5):
        assert world.actions == state.actions
        assert world.start == state.start
        assert world.position() == state.position()


def test_worlds_at_a_roll_and_at_the_end(engine: str) -> None:
    state = play(at(engine, [EMPTY, EMPTY], ROLL), PASS, PASS, PASS)
    (world,) = state.view(0).worlds(1)
    assert world.player == kibitz.CHANCE
    rng = random.Random(1)
    state = kibitz.game("qwixx", engine=engine, players=3).new(9)
    while not state.done:
        state.apply(rng.choice(state.legal()))
    (world,) = state.view(1).worlds(1)
    assert world.returns() == state.returns()
