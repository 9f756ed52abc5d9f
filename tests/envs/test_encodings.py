"""Every environment gives the encoding that is asked for by name, inside its space's bounds."""

import random

import gymnasium
import numpy as np
import pyspiel
import pytest

import kibitz
from kibitz import games
from kibitz.envs import open_spiel, pettingzoo
from kibitz.envs.gymnasium import KibitzEnv, env_id
from kibitz.errors import NoSuchEncoding
from tests.support.found import GAMES, round_options

ENCODINGS = [(name, encoding) for name in GAMES for encoding in kibitz.game(name).encodings]
DECISIONS = 60


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
def test_gymnasium(name: str, encoding: str) -> None:
    rng = random.Random(encoding)
    options = round_options(name, rng)
    env = gymnasium.make(env_id(games.find(name)), encoding=encoding, **options).unwrapped
    assert isinstance(env, KibitzEnv)
    size = kibitz.game(name).encoding_size(encoding)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert observation.shape == env.observation_space.shape == (size,)
            assert observation in env.observation_space
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, _, over, _, info = env.step(action)
        assert observation in env.observation_space


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
def test_pettingzoo(name: str, encoding: str) -> None:
    rng = random.Random(encoding)
    env = pettingzoo.raw_env(name, encoding=encoding, **round_options(name, rng))
    env.reset(seed=1)
    for _ in range(DECISIONS):
        agent = env.agent_selection
        if env.terminations[agent]:
            break
        observation = env.observe(agent)
        assert observation in env.observation_space(agent)
        assert observation["observation"].shape == (env.game.encoding_size(encoding),)
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
def test_open_spiel(name: str, encoding: str) -> None:
    rng = random.Random(encoding)
    game = pyspiel.load_game(f"{open_spiel.PREFIX}{name}", {"encoding": encoding})
    observer = game.make_py_observer()
    state = game.new_initial_state()
    while state.is_chance_node() and not state.is_terminal():
        state.apply_action(rng.choice([number for number, _ in state.chance_outcomes()]))
    seat = state.current_player()
    observer.set_from(state, seat)
    assert observer.tensor.tobytes() == state.view(seat).encode(encoding).tobytes()
    again = pyspiel.load_game(str(game))
    assert again.encoding == encoding


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_encoding_is_refused(name: str) -> None:
    with pytest.raises(NoSuchEncoding, match=kibitz.game(name).encodings[0]):
        gymnasium.make(env_id(games.find(name)), encoding="none")
    with pytest.raises(NoSuchEncoding):
        pettingzoo.raw_env(name, encoding="none")
    with pytest.raises(NoSuchEncoding):
        pyspiel.load_game(f"{open_spiel.PREFIX}{name}", {"encoding": "none"})
