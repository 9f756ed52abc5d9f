"""Observations straight from a native state are those of the View, after every action and deal."""

import random

import pytest

import kibitz
from kibitz.envs.state_encoder import StateEncoder
from tests.support.found import GAMES, choose, round_options


@pytest.mark.parametrize("name", GAMES)
def test_the_same_numbers_as_the_view(name: str) -> None:
    rng = random.Random(1)
    for seed in range(2):
        options = round_options(name, rng)
        game = kibitz.game(name, **options)
        encoders = [StateEncoder(game, encoding) for encoding in game.encodings]
        state = game.new(seed)
        steps = 0
        while not state.done and steps < 40:
            view = state.view(rng.randrange(game.players))
            for encoder in encoders:
                found = encoder.observe(state, view.seat)
                assert found.tobytes() == view.encode(encoder.encoding).tobytes(), state.record()
            state.apply(choose(state, rng))
            steps += 1
