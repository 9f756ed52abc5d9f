"""No search knows more than the View: the same view and seed, another true world, the same move."""

import random

import pytest

import kibitz
from kibitz.search.ismcts import ismcts
from kibitz.search.pimc import pimc
from kibitz.search.rollout import rollout
from tests.search.endings import decision
from tests.support.found import GAMES, choose, game_options, replay_line


@pytest.mark.parametrize("method", [rollout, ismcts])
@pytest.mark.parametrize("name", GAMES)
def test_another_true_world_changes_nothing(name: str, method: type) -> None:
    looked = changed = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = kibitz.game(name, **game_options(name, rng)).new(seed)
        for _ in range(rng.randrange(40)):
            if not state.done:
                state.apply(choose(state, rng))
        if len(state.legal()) < 2:
            continue
        seat = state.player
        world = state.view(seat).worlds(kibitz.Stream(seed + 99))[0]
        wanted = {"simulations": 60, "worlds": 5, "seed": seed}
        mine, other = method(state.view(seat), **wanted), method(world.view(seat), **wanted)
        assert mine.candidates == other.candidates, replay_line(state)
        looked += 1
        changed += world.position() != state.position()
    assert looked
    assert changed or name == "qwixx"  # where little is hidden


@pytest.mark.parametrize("name", ["belote", "codepiece"])
def test_another_true_world_changes_nothing_for_pimc(name: str) -> None:
    changed = 0
    for seed in range(1, 13):
        state = decision(name, seed % 4 + 3, seed)
        seat = state.player
        world = state.view(seat).worlds(kibitz.Stream(seed + 99))[0]
        mine, other = (pimc(s.view(seat), worlds=12, seed=seed) for s in (state, world))
        assert mine.candidates == other.candidates, replay_line(state)
        changed += world.position() != state.position()
    assert changed > 6


def test_the_seed_of_the_game_is_not_looked_at() -> None:
    """Coming dice are drawn anew, also by the searcher that is given the state."""
    from kibitz.search.mcts import mcts

    game = kibitz.game("qwixx")
    state = game.new(5)
    other = state.copy(seed=6)
    assert mcts(state, simulations=200).candidates == mcts(other, simulations=200).candidates
