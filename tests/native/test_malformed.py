"""Malformed numbers into every bound function that takes data: a named error, never a crash.

The native functions are private and Python checks what callers give, but memory safety does not
rely on that. Runs under ASan and UBSan in `make asan`; `make fuzz` runs for longer.
"""

import importlib
import random
from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz.core import shape as shapes
from kibitz.core.native_state import flat_options
from kibitz.errors import KibitzError, Malformed
from tests.support.found import GAMES, choose, round_options

NUMBERS = (
    -(2**31),
    -1000,
    -2,
    -1,
    0,
    1,
    2,
    3,
    7,
    8,
    12,
    13,
    31,
    32,
    51,
    52,
    63,
    64,
    255,
    2**31 - 1,
)
SKEWED: dict[str, Any] = {
    "none": None,
    "text": "x",
    "bytes": b"\xff\x00",
    "list of none": [None],
    "list of text": ["x"],
    "list of fractions": [1.5],
    "list of huge": [2**40],
    "nested": [[1]],
    "mapping": {},
    "object": object(),
}


def mutate(flat: list[int], rng: random.Random) -> list[int]:
    flat = list(flat)
    for _ in range(rng.randint(1, 4)):
        where = rng.randrange(len(flat) + 1)
        match rng.randrange(5):
            case 0:
                flat.insert(where, rng.choice(NUMBERS))
            case 1:
                del flat[where : where + rng.randint(1, 4)]
            case 2 if where < len(flat):
                flat[where] = rng.choice(NUMBERS)
            case 3 if where < len(flat):
                flat[where] = max(NUMBERS[0], min(NUMBERS[-1], flat[where] + rng.choice((-1, 1))))
            case 4 if len(flat) > 1:
                other = rng.randrange(len(flat))
                where %= len(flat)
                flat[where], flat[other] = flat[other], flat[where]
    return flat


def survive(state: kibitz.State, rng: random.Random) -> None:
    """Whatever was accepted must be playable without a crash, and end."""
    for _ in range(500):
        if state.player == kibitz.CHANCE:
            state._reseed(1, pure=False)
        legal = state.legal()
        if state.done or not legal:
            return
        state.apply(rng.choice(legal))
        state.scores()


def bombard(name: str, rounds: int, rng: random.Random) -> tuple[int, int]:
    native = getattr(importlib.import_module("kibitz._native"), name)
    accepted = refused = 0
    for _ in range(rounds):
        game = kibitz.game(name, engine="native", **round_options(name, rng))
        state = game.new(rng.getrandbits(64))
        for _ in range(rng.randrange(30)):
            if not state.done:
                state.apply(choose(state, rng))
        options = flat_options(game)
        position = shapes.flatten(game.POSITION_SHAPE, state.position())
        deal = shapes.flatten(game.CHANCE_SHAPE, state.chance[0])
        attempts: list[tuple[Callable[..., Any], Any]] = [
            (lambda numbers: native(numbers), options),
            (lambda numbers, g=game: load(g, numbers), position),
            (lambda numbers, g=game: take(g, numbers), deal),
        ]
        for function, flat in attempts:
            try:
                result = function(mutate(flat, rng))
            except Malformed:
                refused += 1
                continue
            accepted += 1
            if isinstance(result, kibitz.State):
                survive(result, rng)
    return accepted, refused


def load(game: kibitz.Game, numbers: list[int]) -> Any:
    state: Any = game._blank()
    state._load_flat(numbers)
    return state


def take(game: kibitz.Game, numbers: list[int]) -> Any:
    state: Any = game._blank()
    state._take_flat(numbers)
    return state


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_mutated_numbers(name: str) -> None:
    _, refused = bombard(name, 150, random.Random(1))
    assert refused > 100, "hardly anything was refused: the checks are not there"


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_mutated_numbers_for_long(name: str) -> None:
    for seed in range(200):
        bombard(name, 200, random.Random(seed))


@pytest.mark.native_smoke
@pytest.mark.parametrize("skewed", SKEWED.values(), ids=SKEWED)
@pytest.mark.parametrize("name", GAMES)
def test_wrong_types(name: str, skewed: Any) -> None:
    game = kibitz.game(name, engine="native")
    native = getattr(importlib.import_module("kibitz._native"), name)
    state: Any = game._blank()
    calls = (native, state._load_flat, state._take_flat, state._reseed_raw, state._assign)
    for call in calls:
        with pytest.raises((TypeError, Malformed, KibitzError)):
            call(skewed)
    with pytest.raises(KibitzError):
        state.apply(skewed)
    assert state.player == kibitz.CHANCE
