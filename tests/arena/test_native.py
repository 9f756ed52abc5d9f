"""Games inside the native engine are those that the Python forms of the players play."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.arena import match, native
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.simple import choose_random
from kibitz.errors import BadOption
from tests.support.found import GAMES, round_options


def rule(game: str, name: str) -> Bot:
    if name == "random":
        return RuleBot(choose_random)
    return bots.bot(game, name)


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_random_players_play_the_same_games(name: str) -> None:
    for seed in range(3):
        game = kibitz.game(name, engine="native", **round_options(name, random.Random(seed)))
        played = native.play_many(game, [("random", ())], [[0] * game.players], [seed], keep=True)
        twin = match.play(game, [rule(name, "random") for _ in range(game.players)], seed)
        assert played.actions == [twin.record["actions"]], f"seed {seed}, {dict(game.options)}"
        assert played.returns.tolist() == [twin.returns]
        assert played.outcome.tolist() == [twin.outcome]


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_every_native_player_plays_as_its_python_form(name: str) -> None:
    game = kibitz.game(name, engine="native")
    names = [n for n in native.players(game) if n != "net"]  # tests/bots/test_net.py seats those
    for seed in range(4):
        seating = [(seed + seat) % len(names) for seat in range(game.players)]
        played = native.play_many(game, [(n, ()) for n in names], [seating], [seed], keep=True)
        twin = match.play(game, [rule(name, names[k]) for k in seating], seed)
        assert played.actions == [twin.record["actions"]], f"seed {seed}, {names}"
        assert played.moves is not None
        assert played.moves.tolist() == [twin.moves], f"seed {seed}, {names}"


@pytest.mark.parametrize("name", ["belote", "codepiece"])
def test_a_game_is_played_on_from_its_opening(name: str) -> None:
    game = kibitz.game(name, engine="native")
    one = [("rule", ())]
    whole = native.play_many(game, one, [[0] * 4] * 3, range(3), keep=True).actions
    assert whole is not None
    for length in (0, 2, 9):
        openings = [actions[:length] for actions in whole]
        assert native.play_on(game, one, [[0] * 4] * 3, range(3), openings) == whole


def test_an_opening_is_played_as_given() -> None:
    game = kibitz.game("codepiece", engine="native")
    [actions] = native.play_on(game, [("rule", ())], [[0] * 4], [5], [[0, 6, 0, 0]])
    state = game.new(5)
    for action in actions:
        state.apply(action)
    assert state.done
    assert abs(state.returns()[0]) in (13, 26)  # bid_13


def test_threads_change_nothing() -> None:
    game = kibitz.game("ohhell", players=4, engine="native")
    names = [("smart", ()), ("random", ())]
    seating = np.random.default_rng(1).integers(0, 2, (500, 4))
    one, two = (native.play_many(game, names, seating, range(500), threads=t) for t in (1, 3))
    assert (one.returns == two.returns).all()
    assert (one.lengths == two.lengths).all()


def test_seeds_matter() -> None:
    game = kibitz.game("qwixx", engine="native")
    played = native.play_many(game, [("random", ())], [[0] * game.players] * 20, range(20))
    assert all((a != b).any() for a, b in pairwise(played.returns))


@pytest.mark.parametrize(
    ("names", "seating", "says"),
    [
        ([("nobody", ())], [[0, 0, 0, 0]], "not 'nobody'"),
        ([("random", ())], [[0, 0, 0]], "a column for each seat"),
        ([("random", ())], [[0, 0, 0, 1]], "indices"),
    ],
)
def test_what_cannot_be_played_is_refused(
    names: list[native.Player], seating: list[list[int]], says: str
) -> None:
    game = kibitz.game("ohhell", players=4, engine="native")
    with pytest.raises(BadOption, match=says):
        native.play_many(game, names, seating, [1])


def test_numbers_for_a_player_that_takes_none_are_refused() -> None:
    game = kibitz.game("ohhell", players=4, engine="native")
    with pytest.raises(kibitz.errors.Malformed):
        native.play_many(game, [("random", (1.0,))], [[0, 0, 0, 0]], [1])
