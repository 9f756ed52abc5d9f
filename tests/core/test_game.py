"""What Game promises beside the games: options that cannot be changed, worlds that carry a seed."""

import copy
import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadOption, BadPosition
from tests.support.found import ENGINES, GAMES, round_options


@pytest.mark.parametrize("name", GAMES)
def test_options_cannot_be_changed(name: str) -> None:
    game = kibitz.game(name)
    with pytest.raises(TypeError):
        game.options["players"] = 3  # type: ignore[index]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_worlds_carry_a_seed_also_where_chance_is_waited_for(name: str, engine: str) -> None:
    state = kibitz.game(name, engine=engine).new(chance="explicit")
    (world,) = state.view(0).worlds(1, 1)
    assert world.player == kibitz.CHANCE
    assert world.seed is not None
    assert world.view(0) == state.view(0)
    outcome = kibitz.game(name).new(1).chance[0]
    world.apply_chance(outcome)
    assert world.chance == (outcome,)
    assert world.player != kibitz.CHANCE


@pytest.mark.parametrize("n", [-1, 1.5, None, "2", True])
def test_a_number_of_worlds_is_a_whole_number(n: object) -> None:
    view = kibitz.game("ohhell").new(1).view(0)
    with pytest.raises(BadOption):
        view.worlds(1, n)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_games_can_be_copied(name: str, engine: str) -> None:
    game = kibitz.game(name, engine=engine, **round_options(name, random.Random(3)))
    again = copy.deepcopy(game)
    assert again == game
    assert again.engine == engine
    assert again.new(4).hash == game.new(4).hash


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_states_can_be_copied_and_sent_to_another_process(name: str, engine: str) -> None:
    game = kibitz.game(name, engine=engine)
    state = game.new(7)
    for _ in range(9):
        state.apply(state.legal()[-1])
    middle = game.new(position=state.position(), seed=8)
    explicit = game.new(chance="explicit")
    for one in (state, middle, state.copy(seed=9), explicit, state.view(0).worlds(1)[0]):
        restore, parts = one.__reduce__()  # what is sent to another process
        for again in (copy.copy(one), copy.deepcopy(one), restore(*parts)):
            assert again is not one
            assert type(again) is type(one)
            assert (again.hash, again.seed, again.record()) == (one.hash, one.seed, one.record())
            assert again.legal() == one.legal()
            if not one.done and one.player >= 0:
                before = one.hash
                again.apply(again.legal()[-1])
                assert one.hash == before


@pytest.mark.parametrize("name", GAMES)
def test_options_of_a_match_are_refused_without_one(name: str) -> None:
    options = kibitz.game(name).OPTIONS
    if "match" not in options:
        assert not {"target", "deals", "deals_max"} & set(options)
        return
    for option in {"target", "deals", "deals_max"} & set(options):
        seven: dict[str, Any] = {option: 7}
        with pytest.raises(BadOption, match="match=True"):
            kibitz.game(name, **seven)
        assert kibitz.game(name, match=True, **seven).options[option] == 7


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_a_finished_position_is_over_or_refused_for_being_over(name: str, engine: str) -> None:
    state = kibitz.game(name, engine=engine).new(1)
    while not state.done:
        state.apply(state.legal()[-1])
    refusal, again = "", None
    try:
        again = state.game.new(position=state.position())
    except BadPosition as error:
        refusal = str(error)
    assert "over" in refusal or (again is not None and again.returns() == state.returns())
