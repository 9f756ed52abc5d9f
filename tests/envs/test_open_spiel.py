"""The games in OpenSpiel: its own random simulation, its Python IS-MCTS, and resampling."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import kibitz
from kibitz.envs.open_spiel import PREFIX, option_value, parameter
from kibitz.errors import BadChance, BadOption
from tests.support.found import GAMES, round_options

STATES = 12


def load(name: str, seed: int = 1) -> Any:
    """A short game, its options given as game parameters."""
    options = kibitz.game(name).OPTIONS
    short = round_options(name, random.Random(seed))
    return pyspiel.load_game(
        PREFIX + name, {word: parameter(options[word], value) for word, value in short.items()}
    )


def act(state: Any, rng: random.Random) -> None:
    if state.is_chance_node():
        numbers, weights = zip(*state.chance_outcomes(), strict=True)
        assert sum(weights) == pytest.approx(1)
        state.apply_action(rng.choices(numbers, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def walk(game: Any, rng: random.Random, moves: int) -> Any:
    """A state after so many moves of players, or a finished one."""
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal() and (state.is_chance_node() or made < moves):
        made += not state.is_chance_node()
        act(state, rng)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_game_loads_by_its_name(name: str) -> None:
    game = pyspiel.load_game(PREFIX + name)
    assert game.num_players() == kibitz.game(name).players
    assert str(pyspiel.load_game(str(game))) == str(game)
    state = game.new_initial_state()
    assert state.is_chance_node()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", GAMES)
def test_python_ismcts_plays(name: str) -> None:
    game, rng = load(name), random.Random(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=20,
        random_state=np.random.RandomState(2),
    )
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal() and moves < 4:
        if state.is_chance_node():
            act(state, rng)
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        moves += 1
    assert moves


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_like_the_true_one(name: str) -> None:
    rng = random.Random(2)
    changed = 0
    for seed in range(STATES):
        state = walk(load(name, seed), rng, rng.randrange(20))
        for player in range(state.get_game().num_players()):
            sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            assert str(other.clone()) == str(other)
            changed += str(other) != str(state)
    assert changed


@pytest.mark.parametrize("name", GAMES)
def test_resampling_in_the_middle_of_chance(name: str) -> None:
    """What is drawn so far nobody has seen: it is drawn anew."""
    state, rng = load(name).new_initial_state(), random.Random(3)
    texts = set()
    for _ in range(3):
        act(state, rng)
        assert state.is_chance_node()
        other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
        assert len(other.history()) == len(state.history())
        texts.add(state.information_state_string(0))
    assert len(texts) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_history_is_a_game_of_kibitz(name: str) -> None:
    game, rng = load(name), random.Random(4)
    state = walk(game, rng, game.max_game_length())
    assert state.is_terminal()
    played = game.kibitz.replay(str(state))
    assert played.returns() == state.returns()
    assert game.min_utility() <= min(state.returns())
    assert max(state.returns()) <= game.max_utility()
    chance = sum(item.player == pyspiel.PlayerId.CHANCE for item in state.full_history())
    assert chance <= game.max_chance_nodes_in_history()
    again = game.new_initial_state()
    for item in state.full_history():
        word = again.action_to_string(again.current_player(), item.action)
        assert again.string_to_action(again.current_player(), word) == item.action
        again.apply_action(item.action)


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_drawn_is_refused_and_changes_nothing(name: str) -> None:
    state = load(name).new_initial_state()
    before = str(state), state.history()
    for wrong in (-7, state.get_game().max_chance_outcomes()):
        with pytest.raises(BadChance):
            state.apply_action(wrong)
        assert (str(state), state.history()) == before
    state.apply_action(state.legal_actions()[0])
    assert state.history() == [0]


@pytest.mark.parametrize("name", GAMES)
def test_options_and_parameters(name: str) -> None:
    for option in kibitz.game(name).OPTIONS.values():
        assert option_value(option, parameter(option, option.default)) == option.default


def test_parameters_are_checked() -> None:
    game = pyspiel.load_game("kibitz_ohhell(players=3,schedule=8;7;,largest=0)")
    assert game.kibitz.schedule == (8, 7)
    assert pyspiel.load_game(str(game)).kibitz.schedule == (8, 7)
    with pytest.raises(BadOption):
        pyspiel.load_game("kibitz_ohhell(players=9)")
    with pytest.raises(BadOption):
        pyspiel.load_game("kibitz_ohhell(schedule=many)")
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})


@pytest.mark.parametrize("name", GAMES)
def test_python_answers_as_openspiels_own_functions_do(name: str) -> None:
    """At every node, for every player and for none, faults included."""
    game, rng, base = load(name), random.Random(5), pyspiel.State
    state, kinds = game.new_initial_state(), set()
    while True:
        assert state.is_chance_node() == base.is_chance_node(state)
        kinds.add(state.current_player())
        for player in ((), *((seat,) for seat in range(-4, game.num_players() + 1))):
            for word in ("legal_actions", "information_state_tensor", "observation_tensor"):
                given = answer(getattr(state, word), *player)
                assert given == answer(getattr(base, word), state, *player), (word, player)
        if state.is_terminal():
            break
        act(state, rng)
    assert {-4, -1, 0} <= kinds


def answer(function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except pyspiel.SpielError as error:
        return type(error), str(error)


def test_codepiece_is_zero_sum() -> None:
    game = load("codepiece")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert game.utility_sum() == 0
    assert load("qwixx").get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
