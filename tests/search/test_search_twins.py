"""The Python and the native searchers are one algorithm: the same numbers for the same seed."""

import random

import pytest

import kibitz
from kibitz.players.ohhell import smart
from kibitz.search.ismcts import ismcts
from kibitz.search.mcts import mcts
from kibitz.search.rollout import rollout
from tests.search.twins import decision, numbers
from tests.support.found import GAMES, replay_line


@pytest.mark.parametrize("method", [rollout, ismcts, mcts])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_visits_and_values(name: str, method: type) -> None:
    compared = 0
    for seed in range(8):
        state = decision(name, seed)
        if state is None:
            continue
        given = state if method is mcts else state.view(state.player)
        wanted = {"simulations": 40, "seed": seed, "worlds": 7, "worlds_native": False}
        for reward, horizon in (("outcome", "game"), ("margin", "game"), ("points", "deal")):
            more = {"policy": "random", "reward": reward, "horizon": horizon}
            twin = method(given, **wanted, **more)
            book = method(given, engine="python", **wanted, **more)
            assert (twin.engine, book.engine) == ("native", "python")
            assert numbers(twin) == numbers(book), replay_line(state)
        compared += 1
    assert compared


@pytest.mark.parametrize(
    "options",
    [
        {"schedule": [5]},
        {"players": 2, "largest": 2},
        {"players": 5, "schedule": [4], "trump_lead": "free"},
        {"players": 3, "schedule": [4, 4], "no_trump_rounds": 1, "hook": False},
    ],
)
def test_the_rule_player_is_the_same_on_both(options: dict[str, object]) -> None:
    """In rollouts from every decision of a random game."""
    state = kibitz.game("ohhell", **options).new(3)
    rng = random.Random(3)
    while not state.done:
        if len(state.legal()) > 1:
            view = state.view(state.player)
            for method in (rollout, ismcts):
                wanted = {"simulations": 12, "worlds": 5, "worlds_native": False, "seed": 1}
                twin = method(view, policy="smart", **wanted)
                book = method(view, policy=smart.choose, **wanted)
                assert (twin.policy, book.engine) == ("smart", "python")
                assert numbers(twin) == numbers(book), replay_line(state)
        state.apply(rng.choice(state.legal()))
