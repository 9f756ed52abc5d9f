"""Vector stepping plays the same games as single states, whatever the engine and the threads."""

import importlib
import random

import numpy as np
import pytest

import kibitz
from kibitz.core.native_state import flat_options
from kibitz.errors import BadOption, BadSeat, IllegalAction, Malformed
from tests.support.found import ENGINES, GAMES, choose, round_options

STEPS, GAMES_AT_ONCE = 150, 5


@pytest.mark.native_smoke
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_the_same_games_as_single_states(name: str, engine: str) -> None:
    rng = random.Random(5)
    options = round_options(name, rng)
    game = kibitz.game(name, engine="native", **options)
    envs = kibitz.vector(
        name,
        GAMES_AT_ONCE,
        seed=9,
        threads=2 if engine == "native" else 1,
        engine=engine,
        **options,
    )
    states = [game.new(int(seed)) for seed in envs.seed]
    finished = 0
    for _ in range(STEPS):
        actions = []
        for e, state in enumerate(states):
            assert envs.player[e] == state.player
            assert envs.mask[e].tolist() == state.mask().tolist()
            assert envs.observation[e].tolist() == state.view(state.player).encode().tolist()
            actions.append(choose(state, rng))
            state.apply(actions[-1])
        envs.step(actions)
        for e, state in enumerate(states):
            assert envs.done[e] == state.done
            assert envs.reward[e].tolist() == (
                [np.float32(x) for x in state.returns()] if state.done else [0] * game.players
            )
            if state.done:
                finished += 1
                states[e] = game.new(int(envs.seed[e]))
    assert finished > 0 or name == "dubito"


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_threads_and_engines_change_nothing(name: str, seat: int | None) -> None:
    options = round_options(name, random.Random(2))
    if options.get("players") == 1:
        options["players"] = 2
    runs = [("native", 1), ("native", 3), ("python", 1)]
    vectors = [
        kibitz.vector(name, 4, seed=3, seat=seat, threads=t, engine=e, **options) for e, t in runs
    ]
    rng = np.random.default_rng(1)
    for _ in range(40):
        first = vectors[0]
        actions = [int(rng.choice(np.flatnonzero(row))) for row in first.mask]
        for envs in vectors[1:]:
            for word in ("observation", "mask", "player", "reward", "done", "seed"):
                assert np.array_equal(getattr(first, word), getattr(envs, word)), word
        for envs in vectors:
            envs.step(actions)
        if seat is not None:
            assert (first.player == seat).all()


@pytest.mark.parametrize("name", GAMES)
def test_arrays_stay_and_reset_begins_anew(name: str) -> None:
    envs = kibitz.vector(name, 3, seed=1)
    before = {w: getattr(envs, w).copy() for w in ("observation", "mask", "player", "seed")}
    arrays = [id(envs.observation), id(envs.mask)]
    for _ in range(10):
        envs.step(envs.mask.argmax(axis=1))
    envs.reset()
    assert arrays == [id(envs.observation), id(envs.mask)]
    for word, value in before.items():
        assert np.array_equal(getattr(envs, word), value), word


@pytest.mark.parametrize("engine", ENGINES)
def test_an_illegal_action_changes_nothing(engine: str) -> None:
    envs = kibitz.vector("ohhell", 3, engine=engine, schedule=[5])
    before = envs.observation.copy()
    good = envs.mask.argmax(axis=1)
    for bad in (0, 64, -1, 1000, 2**40):
        actions = good.copy()
        actions[1] = bad
        with pytest.raises(IllegalAction):
            envs.step(actions)
    with pytest.raises(IllegalAction, match="3 whole numbers"):
        envs.step([1.5, 2, 3])
    with pytest.raises(IllegalAction, match="3 whole numbers"):
        envs.step([52])
    assert np.array_equal(envs.observation, before)
    envs.mask[:] = True  # the caller's scribbles do not make an action legal
    with pytest.raises(IllegalAction):
        envs.step([0, 0, 0])


@pytest.mark.parametrize("engine", ENGINES)
def test_a_seat_that_is_never_asked(engine: str) -> None:
    with pytest.raises(BadSeat, match="never has a decision"):
        kibitz.vector("dubito", 2, seat=1, engine=engine, max_turns=1)


def test_refusals() -> None:
    with pytest.raises(BadOption, match="num_envs"):
        kibitz.vector("ohhell", 0)
    with pytest.raises(BadOption, match="threads"):
        kibitz.vector("ohhell", 1, threads=-1)
    with pytest.raises(BadSeat):
        kibitz.vector("ohhell", 1, seat=9)


@pytest.mark.parametrize("name", GAMES)
def test_1024_games_take_less_than_64_mebibytes(name: str) -> None:
    envs = kibitz.vector(name, 1024)
    words = ("observation", "mask", "player", "reward", "done", "seed")
    arrays = sum(getattr(envs, word).nbytes for word in words)
    assert arrays + envs._games.nbytes < 64 * 2**20


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", GAMES)
def test_arrays_that_do_not_fit_are_refused(name: str) -> None:
    """The native side checks every array itself: a wrong one would be written past its end."""
    game = kibitz.game(name, engine="native")
    kind = getattr(importlib.import_module("kibitz._native"), f"{name}_vector")
    n = 3
    good = {
        "observation": np.zeros((n, game.observation_size), np.float32),
        "mask": np.zeros((n, game.num_actions), np.uint8),
        "player": np.zeros(n, np.int32),
        "reward": np.zeros((n, game.players), np.float32),
        "done": np.zeros(n, np.uint8),
        "seeds": np.zeros(n, np.uint64),
    }
    words = {"seed": 1, "seat": -1, "threads": 1}
    kind(flat_options(game), **words, **good)
    for word, array in good.items():
        for wrong in (
            array[:-1],
            array.astype(np.float64),
            np.asfortranarray(array)[..., :0],
            None,
        ):
            with pytest.raises((Malformed, TypeError)):
                kind(flat_options(game), **words, **(good | {word: wrong}))
    for wrong_words in ({"seat": 99}, {"seat": -2}, {"threads": 0}, {"threads": 9999}):
        with pytest.raises(Malformed):
            kind(flat_options(game), **(words | wrong_words), **good)
    games = kind(flat_options(game), **words, **good)
    with pytest.raises((Malformed, TypeError)):
        games.step(np.zeros(n + 1, np.int32))
