"""Dubito from given deals and positions, and what is refused: typed errors, nothing changed."""

import copy
import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadDeal, BadOption, BadPosition, IllegalAction
from tests.games.dubito import habits
from tests.games.dubito.tables import hands, names, play, table

# Four players, seat 3 is out, seat 2 has laid its last card: pending under `challenge`.
GOOD: dict[str, Any] = {
    "hands": [[1, 1], [5, 6, 7], [], []],
    "board": [
        {"seat": 1, "cards": [5]},
        {"seat": 2, "cards": [2]},
        {"seat": 3, "cards": [0, 8]},
        {"seat": 0, "cards": [1]},
        {"seat": 1, "cards": [7, 7]},
        {"seat": 2, "cards": [9]},
    ],
    "number": 7,
    "player": 0,
    "out": [3],
    "turns": 11,
}


def changed(**changes: Any) -> dict[str, Any]:
    position = copy.deepcopy(GOOD)
    for path, value in changes.items():
        where: Any = position
        *keys, last = (int(key) if key.isdigit() else key for key in path.split("__"))
        for key in keys:
            where = where[key]
        where[last] = value
    return position


def test_a_position_goes_on(engine: str) -> None:
    state = kibitz.game("dubito", engine=engine).new(1, position=changed(hands__1=[7, 6, 5]))
    assert state.position() == GOOD
    assert (state.player, state.phase, state.view(1).pending) == (0, "turn", 2)
    assert names(state) == ["doubt", "lay 1", "lay 1 1"]
    play(state, "doubt")
    assert hands(state)[2] == "0 1 2 5 7 7 8 9"
    assert state.position()["turns"] == 12


def test_a_position_after_a_winner_left(engine: str) -> None:
    position = changed(out=[3, 2], hands=[[1, 1], [5], [], [], [4]]) | {
        "board": GOOD["board"][:2],
        "player": 4,
        "out": [3, 2],
    }
    game = kibitz.game("dubito", engine=engine, players=5, exit="immediate")
    state = game.new(1, position=position)
    assert names(state) == ["lay 4"]


@pytest.mark.parametrize("number", [0, 5])
def test_an_opening_as_a_position(engine: str, number: int) -> None:
    position = {
        "hands": [[1], [2], [3]], "board": [], "number": number, "player": 2, "out": [], "turns": 4,
    }  # fmt: skip
    state = kibitz.game("dubito", engine=engine, players=3).new(1, position=position)
    assert (state.player, state.phase) == (2, "lay" if number else "declare")
    assert len(state.legal()) == (1 if number else 13)


def test_every_position_of_a_game_starts_the_same_game() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        options = habits.round_options(rng)
        book = kibitz.game("dubito", engine="python", **options)
        twin = kibitz.game("dubito", engine="native", **options)
        state = book.new(seed)
        while not state.done:
            again = [game.new(1, position=state.position()) for game in (book, twin)]
            assert [s.position() for s in again] == [state.position()] * 2
            assert [s.legal() for s in again] == [state.legal()] * 2
            assert [s.phase for s in again] == [state.phase] * 2
            action = habits.choose(state, rng)
            for s in (state, *again):
                s.apply(action)
            assert [s.position() for s in again] == [state.position()] * 2


@pytest.mark.parametrize(
    ("word", "position"),
    {
        "one entry": changed(hands=[[1], [2], [3]]),
        "a value from 0": changed(hands__0=[1, 14]),
        "has 4 cards": changed(hands__0=[1, 7, 7, 7]),
        "has 2 cards": changed(hands__0=[0, 0]),
        "1 to 3 cards": changed(board__0__cards=[]),
        "a play has": changed(board__0__cards=[2, 3, 4, 5]),
        "the seat of a play": changed(board__0__seat=4),
        "the number must be from 1": changed(number=0),
        "to 13 here": changed(number=14),
        "turns must be from 6": changed(turns=5),
        "to 999": changed(turns=1000),
        "out must be from": changed(out=[4]),
        "go out only once": changed(out=[3, 3]),
        "two players left": changed(out=[3, 1]),
        "is out but holds": changed(hands__3=[4]),
        "should be out": changed(hands__0=[]),
        "four of 7": changed(hands__1=[5, 7, 7]),
        "was skipped": changed(board__3__seat=1),
        "seat 0 was skipped": changed(player=1),
        "cannot be the player": changed(player=3),
        "player must be": changed(player=5),
        "game is over": changed(player=-2),
        "lacks turns": {key: value for key, value in GOOD.items() if key != "turns"},
        "must be a list": changed(board=3),
    }.items(),
)
def test_impossible_positions(engine: str, word: str, position: Any) -> None:
    with pytest.raises(BadPosition, match=word):
        kibitz.game("dubito", engine=engine).new(position=position)


def test_positions_that_only_one_exit_allows() -> None:
    immediate = kibitz.game("dubito", exit="immediate")
    with pytest.raises(BadPosition, match="should be out"):
        immediate.new(position=GOOD)
    five = {
        "hands": [[1], [2], [], [3], [4]],
        "board": [{"seat": 1, "cards": [5]}, {"seat": 2, "cards": [6]}],
        "number": 6,
        "player": 3,
        "out": [2],
        "turns": 2,
    }
    assert kibitz.game("dubito", players=5, exit="immediate").new(position=five).player == 3
    with pytest.raises(BadPosition, match="cannot be out yet"):
        kibitz.game("dubito", players=5).new(position=five)


def test_seats_go_out_in_the_order_of_their_last_plays() -> None:
    position = {
        "hands": [[1], [], [], [3], [4]],
        "board": [{"seat": 1, "cards": [5]}, {"seat": 2, "cards": [6]}, {"seat": 3, "cards": [6]}],
        "number": 6,
        "player": 4,
        "out": [1, 2],
        "turns": 3,
    }
    game = kibitz.game("dubito", players=5, exit="immediate")
    assert game.new(position=position).player == 4
    with pytest.raises(BadPosition, match="order of their last plays"):
        game.new(position=position | {"out": [2, 1]})


@pytest.mark.parametrize(
    ("word", "deal"),
    {
        "one hand for each": {"hands": [[1], [2]]},
        "no card": {"hands": [[1], [2], []]},
        "four of 3": {"hands": [[3, 3, 3, 3], [2], [1]]},
        "has 4 cards": {"hands": [[3, 3, 3], [3, 3], [1]]},
        "has 2 cards": {"hands": [[0, 0], [0], [1]]},
        "a value from 0": {"hands": [[1], [2], [-1]]},
        "whole number": {"hands": [[1], [2], ["3"]]},
        "lacks hands": {},
        "dealer": {"hands": [[1], [2], [3]], "dealer": 0},
    }.items(),
)
def test_impossible_deals(engine: str, word: str, deal: Any) -> None:
    game = kibitz.game("dubito", engine=engine, players=3)
    with pytest.raises(BadDeal, match=word):
        game.new(deal=deal)
    state = game.new(chance="explicit")
    with pytest.raises(BadDeal):
        state.apply_chance(deal)
    assert (state.player, state.events) == (kibitz.CHANCE, ())


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2}, {"players": 9}, {"players": 3.0}, {"players": True}, {"exit": "never"},
        {"max_turns": 0}, {"max_turns": 100_001}, {"max_turns": None}, {"jokers": 3},
    ],
)  # fmt: skip
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        kibitz.game("dubito", **options)


def test_illegal_actions_change_nothing(engine: str) -> None:
    state = table(engine, "1 1 2", "3 3", "4 4")
    for bad in ("doubt", "lay 1"):
        with pytest.raises(IllegalAction):
            play(state, bad)
    play(state, "declare 1")
    for bad in ("doubt", "declare 2", "lay 3", "lay 2 2", "lay 1 1 1"):
        with pytest.raises(IllegalAction):
            play(state, bad)
    assert len(state.events) == 2
    play(state, "lay 1 1 2")
    with pytest.raises(IllegalAction):
        play(state, "declare 3")
    assert hands(state) == ["", "3 3", "4 4"]
