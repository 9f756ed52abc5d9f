"""What Game promises beside the games: options that cannot be changed, worlds that carry a seed."""

import pytest

import kibitz
from kibitz.errors import BadOption
from tests.support.found import ENGINES, GAMES


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
