"""Every native encoder writes the bits of its book, at every decision of random games."""

from __future__ import annotations

import importlib
import random

import numpy as np
import pytest

import kibitz
from kibitz.core import shape as shapes
from kibitz.core.native_state import flat_options
from kibitz.errors import Malformed, NoSuchEncoding
from tests.support.found import GAMES, choose, game_options, replay_line, round_options

GAMES_EACH = 9
DECISIONS = 400  # of one game: matches are long
WHO_ACTS = -1

native = importlib.import_module("kibitz._native")


@pytest.mark.parametrize("name", GAMES)
def test_encodings_have_names_and_sizes(name: str) -> None:
    game = kibitz.game(name)
    assert game.encoding() == game.encodings[0] == game.encoding(1)
    assert game.encoding_size() == game.observation_size
    view = game.new(1).view(0)
    for encoding in game.encodings:
        code = view.encode(encoding)
        assert code.shape == (game.encoding_size(encoding),)
        assert code.dtype == np.float32
    assert view.encode().tobytes() == view.encode(game.encodings[0]).tobytes()


@pytest.mark.parametrize("wrong", ["none", "", "V1", 0, 99, -1, 1.5, ()])
@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_encoding_is_refused_with_the_known_ones(name: str, wrong: object) -> None:
    game = kibitz.game(name)
    for ask in (game.encoding, game.encoding_size, game.new(1).view(0).encode):
        with pytest.raises(NoSuchEncoding, match=", ".join(game.encodings)):
            ask(wrong)  # type: ignore[arg-type]


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_the_native_encoders_are_those_of_the_game(name: str) -> None:
    game = kibitz.game(name)
    found = getattr(native, f"{name}_encodings")()
    assert found == [(encoding, game.encoding_size(encoding)) for encoding in game.encodings]


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_native_encoders_write_the_same_bits(name: str) -> None:
    """Two games of three as the player to act sees them, the third as one seat does, to its end."""
    rng = random.Random(name)
    ended = 0
    for k in range(GAMES_EACH):
        options = (round_options, game_options)[k % 2](name, rng)
        game = kibitz.game(name, engine="native", **options)
        seat = rng.randrange(game.players) if k % 3 == 2 else WHO_ACTS
        state = game.new(rng.getrandbits(64))
        views = []
        while not state.done and len(state.actions) < DECISIONS:
            views.append(state.view(state.player if seat == WHO_ACTS else seat))
            state.apply(choose(state, rng))
        if seat != WHO_ACTS and state.done:
            views.append(state.view(seat))
            ended += 1
        for encoding in game.encodings:
            written = encode_natively(state, encoding, seat)
            assert written.dtype == np.float32
            for i, view in enumerate(views):
                same = written[i].tobytes() == view.encode(encoding).tobytes()
                assert same, f"{encoding}, decision {i}, seat {seat}: {replay_line(state)}"
    assert ended > 0


def encode_natively(state: kibitz.State, encoding: str, seat: int) -> np.ndarray:
    game = state.game
    chance = [shapes.flatten(game.CHANCE_SHAPE, outcome) for outcome in state.chance]
    encode = getattr(native, f"{game.name}_encode")
    rows: np.ndarray = encode(flat_options(game), chance, list(state.actions), encoding, seat)
    assert rows.shape == (len(state.actions) + (seat >= 0), game.encoding_size(encoding))
    return rows


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_games_that_do_not_replay_are_refused(name: str) -> None:
    game = kibitz.game(name, engine="native")
    state = game.new(3)
    chance = [shapes.flatten(game.CHANCE_SHAPE, outcome) for outcome in state.chance]
    encode = getattr(native, f"{name}_encode")
    options, encoding, first = flat_options(game), game.encodings[0], state.legal()[0]
    assert encode(options, chance, [], encoding).shape == (0, game.observation_size)
    assert encode(options, chance, [first], encoding).shape == (1, game.observation_size)
    illegal = next(a for a in range(game.num_actions) if a not in state.legal())
    for wrong in ([illegal], [-1], [game.num_actions]):
        with pytest.raises(Malformed, match="not legal"):
            encode(options, chance, wrong, encoding)
    with pytest.raises(Malformed, match="too few"):
        encode(options, [], [first], encoding)
    with pytest.raises(Malformed):
        encode([], chance, [first], encoding)
    with pytest.raises(Malformed, match="no encoding"):
        encode(options, chance, [first], "none")
    for seat in (-2, game.players):
        with pytest.raises(Malformed, match="seat"):
            encode(options, chance, [first], encoding, seat)
