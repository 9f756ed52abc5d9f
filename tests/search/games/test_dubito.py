"""Beliefs at Dubito: both twins alike, the truth never excluded, uniform where nothing is known."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import kibitz
from kibitz.arena.native import play_many
from kibitz.core import engine
from kibitz.core.rng import Stream, mix
from kibitz.core.shape import unflatten
from kibitz.games.dubito.rules import POSITION_SHAPE, Play
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito.habits import DubitoHabits
from kibitz.search.games.dubito.beliefs import Beliefs
from kibitz.search.games.dubito.evidence import Chances, Evidence
from tests.players.dubito.table import deal, play
from tests.search.games.dubito_games import PLAYERS, games, native, replay


def believed(start: kibitz.State, actions: list[int], seat: int, seed: int) -> Any:
    return engine.native().dubito_beliefs(start, actions, seat, True, seed)  # type: ignore[union-attr]


@native
def test_both_twins_draw_the_same_worlds() -> None:
    for game, seed, actions in games(20, 26):
        for moment in (len(actions) // 3, len(actions) // 2, len(actions) - 2):
            line = f"{game.players} players, seed {seed}, after {moment} actions"
            state = replay(game, seed, actions[:moment])
            view = state.view(state.player)
            assert isinstance(view, DubitoView)
            plain = Beliefs(view, Evidence(view, DubitoHabits()), Stream(9))
            twin = believed(game.new(seed), actions[:moment], view.seat, 9)
            for _ in range(3):
                world = plain.draw()
                flat, habits, possible = twin.draw()
                position = unflatten(POSITION_SHAPE, flat)
                assert (world.hands, world.board) == cards_of(game.new(position=position)), line
                assert world.habits == habits, line
                assert possible, line
            weights = plain.log_weight(*cards_of(state)), twin.log_weight(state)
            assert weights[0] == pytest.approx(weights[1], abs=1e-9), line


@native
@pytest.mark.native_smoke
def test_drawn_worlds_look_the_same_and_the_truth_is_possible() -> None:
    for game, seed, actions in games(100, 112):
        for moment in range(1, len(actions), 9):
            line = f"{game.players} players, seed {seed}, after {moment} actions"
            state = replay(game, seed, actions[:moment])
            for seat in range(game.players):
                beliefs = believed(game.new(seed), actions[:moment], seat, moment)
                assert math.isfinite(beliefs.log_weight(state)), line
            view = state.view(state.player)
            beliefs = believed(game.new(seed), actions[:moment], view.seat, moment)
            flat, _, possible = beliefs.draw()
            world = game.new(position=unflatten(POSITION_SHAPE, flat)).view(view.seat)
            assert isinstance(world, DubitoView)
            assert isinstance(view, DubitoView)
            for word in ("hand", "hand_sizes", "board", "number", "out", "in_game", "player"):
                assert getattr(world, word) == getattr(view, word), (line, word)
            assert possible, line


@native
def test_worlds_of_the_book_are_whole_games() -> None:
    for game, seed, actions in games(40, 44):
        book = kibitz.game("dubito", engine="python", **game.chosen_options())
        state = replay(book, seed, actions[: len(actions) // 2])
        view = state.view(state.player)
        assert isinstance(view, DubitoView)
        world = Beliefs(view, Evidence(view, DubitoHabits()), Stream(3)).draw()
        assert world.state(view).view(view.seat) == view, f"{book.players} players, seed {seed}"


@native
@pytest.mark.soak
def test_the_truth_is_possible_in_a_hundred_thousand_games() -> None:
    for game, seed, actions in games(1_000, 101_000):
        moment = 1 + mix(seed, 1) % (len(actions) - 1)
        state = replay(game, seed, actions[:moment])
        seat = mix(seed, 2) % game.players
        beliefs = believed(game.new(seed), actions[:moment], seat, seed)
        assert math.isfinite(beliefs.log_weight(state)), (game.players, seed, moment, seat)


class Anybody:
    """One habit: whatever happens is as likely with any cards."""

    slacks = (1.0,)
    general = 1

    def ask(self, _view: DubitoView, _size: int) -> list[Chances]:
        return [Chances(0.5, 0.0, 0.5)]

    def choose(self, _habit: int, _view: DubitoView, _rng: Stream) -> int:
        raise NotImplementedError


def test_without_evidence_worlds_are_uniform() -> None:
    hands = [[5, 5, 6, 7, 8], [1, 2, 2, 0, 7], [4, 4, 6, 1, 11]]
    state = play(deal(hands, engine="python"), "declare 5", "lay 5 6", "lay 1 2", "lay 4", "doubt")
    play(state, "declare 2", "lay 7 8", "lay 7")
    view = state.view(state.player)
    assert isinstance(view, DubitoView)
    beliefs = Beliefs(view, Evidence(view, Anybody()), Stream(1))
    draws = 1_500
    drawn: Counter[Any] = Counter()
    for _ in range(draws):
        world = beliefs.draw()
        drawn.update(places(world.hands, world.board))
    uniform: Counter[Any] = Counter()
    for world_state in view.worlds(Stream(2), draws):
        uniform.update(places(*cards_of(world_state)))
    assert len(uniform) > 20
    for place in {*drawn, *uniform}:
        # Twice the deviation of the difference of two shares is at most 0.037.
        assert abs(drawn[place] - uniform[place]) / draws < 0.06, place


def places(hands: list[list[int]], board: list[Play]) -> Iterator[tuple[str, int, int, int]]:
    """How many cards of each value are in each hand and in each play."""
    for kind, cards in (("hand", hands), ("play", [laid for _, laid in board])):
        for i, held in enumerate(cards):
            for value in set(held):
                yield kind, i, value, list(held).count(value)


def cards_of(state: kibitz.State) -> tuple[list[list[int]], list[Play]]:
    position = state.position()
    return position["hands"], [(p["seat"], tuple(p["cards"])) for p in position["board"]]


def test_a_turn_is_evidence_about_the_number() -> None:
    """Whoever lays one honest card and lays all it has, has no more of it."""
    hands = [[5, 6, 7, 8, 9], [5, 2, 3, 4, 9], [5, 4, 6, 10, 11]]
    state = play(deal(hands, engine="python"), "declare 5", "lay 5", "lay 5", "lay 5", "doubt")
    view = state.view(0)
    assert isinstance(view, DubitoView)
    evidence = Evidence(view, DubitoHabits())
    trusting = DubitoHabits.names.index("trusting")
    gone, more = evidence.weights[1][trusting][5][:2]
    assert gone == 1.0
    assert 0 < more < 0.02
    assert evidence.priors[1][DubitoHabits.names.index("always_bluff")] < 0.05


@native
def test_players_are_distinguished() -> None:
    """After some rounds the habit of each player is believed far more than by guessing."""
    right, asked = 0.0, 0
    game = kibitz.game("dubito", players=4)
    names = [name for name in PLAYERS if name in DubitoHabits.names]
    for seed in range(60, 72):
        sitting = [(seed + i) % len(names) for i in range(4)]
        played = play_many(game, [(name, ()) for name in names], [sitting], [seed], keep=True)
        assert played.actions is not None
        actions = played.actions[0][:90]
        beliefs = believed(game.new(seed), actions[:-1], 0, seed)
        for _ in range(10):
            habits = beliefs.draw()[1]
            for seat in (1, 2, 3):
                right += habits[seat] == DubitoHabits.names.index(names[sitting[seat]])
                asked += 1
    assert right / asked > 0.5  # 1 of 49 by guessing
