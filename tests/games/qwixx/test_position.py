"""Positions of Qwixx: of every step, and those that cannot be."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadPosition
from tests.games.qwixx.sheets import (
    EMPTY,
    FIVE,
    FOUR,
    LOCKED,
    PASS,
    RED_W1,
    WHITE_BLUE,
    WHITE_GREEN,
    WHITE_RED,
    WHITE_YELLOW,
)


def test_a_position_of_every_step_goes_on_as_the_game_did(engine: str) -> None:
    for order in ("simultaneous", "sequential"):
        game = kibitz.game("qwixx", engine=engine, players=3, order=order)
        state = game.new(chance="explicit")
        rng, steps = random.Random(2), set()
        while not state.done:
            again = game.new(position=state.position(), chance="explicit")
            steps.add(again.phase)
            assert (again.player, again.legal()) == (state.player, state.legal())
            for s in (state, again):
                if s.player == kibitz.CHANCE:
                    s.apply_chance(rng.randrange(46656) if s is state else state.chance[-1])
                else:
                    s.apply(rng.choice(s.legal()) if s is state else state.actions[-1])
            assert again.position() == state.position()
        assert game.new(position=state.position(), chance="explicit").returns() == state.returns()
        white_only = {"roll", "white", "colour"}
        assert steps == white_only | ({"answer"} if order == "sequential" else set())


GOOD: dict[str, Any] = {
    "step": "white",
    "active": 0,
    "dice": 46655,  # six sixes
    "sheets": [[FIVE, 0, 0, 0], [0, 0, 0, 0]],
    "strikes": [0, 3],
    "closed": [False] * 4,
    "marked": False,
    "answers": [WHITE_RED],
}
BAD: dict[str, dict[str, Any]] = {
    "no such step": {"step": "play"},
    "no such seat": {"active": 2},
    "sheets missing": {"sheets": [[0, 0, 0, 0]]},
    "rows missing": {"sheets": [[0, 0, 0], [0, 0, 0, 0]]},
    "bits too high": {"sheets": [[1 << 11, 0, 0, 0], [0, 0, 0, 0]], "answers": []},
    "lock without five": {"sheets": [[FOUR | 1 << 10, 0, 0, 0], EMPTY], "answers": []},
    "lock that is open": {"sheets": [[LOCKED, 0, 0, 0], EMPTY], "answers": []},
    "closed without lock": {"closed": [False, True, False, False]},
    "four strikes": {"strikes": [4, 0]},
    "strikes below zero": {"strikes": [-1, 0]},
    "dice too high": {"dice": 46656},
    "no dice": {"dice": None},
    "dice before the roll": {"step": "roll", "answers": []},
    "answer step": {"step": "answer", "answers": []},
    "too many answers": {"answers": [0, 0]},
    "impossible answer": {"answers": [WHITE_YELLOW]},
    "colour as an answer": {"answers": [RED_W1]},
    "marked in the white step": {"marked": True},
    "marked nowhere": {"step": "colour", "marked": True, "answers": []},
    "answers in the colour step": {"step": "colour"},
    "over too early": {"step": "over", "dice": None, "answers": []},
    "should be over": {
        "sheets": [[LOCKED, LOCKED, 0, 0], EMPTY],
        "closed": [True, True, False, False],
        "answers": [],
    },
    "four rows closed": {
        "step": "over",
        "dice": None,
        "sheets": [[LOCKED] * 4, EMPTY],
        "closed": [True] * 4,
        "answers": [],
    },
    "unknown key": {"x": 1},
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_bad_positions(engine: str, change: dict[str, Any]) -> None:
    game = kibitz.game("qwixx", engine=engine)
    assert game.new(1, position=GOOD).player == 1
    with pytest.raises(BadPosition):
        game.new(1, position=GOOD | change)


def test_positions_of_a_sequential_turn(engine: str) -> None:
    game = kibitz.game("qwixx", engine=engine, order="sequential")
    locked_now = GOOD | {"step": "colour", "marked": True, "answers": []}
    locked_now["sheets"] = [[LOCKED, 0, 0, 0], EMPTY]
    assert game.new(1, position=locked_now).player == 0
    answers = locked_now | {"step": "answer", "marked": False}
    assert game.new(1, position=answers).legal() == [PASS, WHITE_GREEN, WHITE_BLUE]
    for bad in (
        locked_now | {"marked": False},
        locked_now | {"dice": 0},
        answers | {"dice": 1},
        answers | {"sheets": [EMPTY, [LOCKED, 0, 0, 0]]},
        answers | {"answers": [PASS]},
        answers | {"strikes": [0, 4]},
        GOOD,
    ):
        with pytest.raises(BadPosition):
            game.new(1, position=bad)
