"""The simple players: legal to the end, and blind to what their seat may not know."""

import random

import pytest

import kibitz
from kibitz.bots import simple
from kibitz.core.rng import Stream
from tests.support.found import GAMES, replay_line, round_options


@pytest.mark.parametrize("name", GAMES)
def test_plays_to_the_end(name: str) -> None:
    rng = random.Random(1)
    for seed in range(6):
        state = kibitz.game(name, **round_options(name, rng)).new(seed)
        stream = Stream(seed)
        try:
            while not state.done:
                state.apply(simple.choose(state.view(state.player), stream))
        except Exception:
            print(f"\nreplay: {replay_line(state)}")
            raise


@pytest.mark.parametrize("name", GAMES)
def test_does_the_same_in_every_world_that_fits(name: str) -> None:
    rng = random.Random(2)
    for seed in range(6):
        state = kibitz.game(name, **round_options(name, rng)).new(seed)
        stream = Stream(seed)
        while not state.done:
            seat = state.player
            action = simple.choose(state.view(seat), Stream(7))
            if rng.random() < 0.1:
                (world,) = state.view(seat).worlds(rng, 1)
                assert simple.choose(world.view(seat), Stream(7)) == action
            state.apply(simple.choose(state.view(seat), stream))


def test_a_game_without_a_rule_is_played_at_random() -> None:
    assert simple.rule("chess") is simple.choose_random
    state = kibitz.game("ohhell").new(1)
    view = state.view(state.player)
    chosen = {simple.choose_random(view, Stream(seed)) for seed in range(200)}
    assert chosen == set(view.legal())


def test_random_of_one_seed_is_the_same() -> None:
    state = kibitz.game("ohhell").new(1)
    view = state.view(state.player)
    assert simple.choose(view, Stream(3)) == simple.choose(view, Stream(3))
