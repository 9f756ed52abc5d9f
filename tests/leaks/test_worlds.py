"""No leaks: what a seat cannot know changes nothing that it sees.

For random states and every seat another world that fits the view is swapped in, and the view, its
text, encoding, legal list and history must be the same. On tiny positions an enumerator of its own,
which knows nothing of `worlds`, lists all worlds: each must look the same too, none that `worlds`
gives may be missing from them, and `worlds` must give all of them equally often.
"""

import random
from collections import Counter
from typing import Any

import pytest

import kibitz
from tests.leaks.worlds import assert_same_view, assert_uniform, enumerate_worlds, key
from tests.support.found import GAMES, choose, game_options, habit, replay_line, round_options

STATES = 150  # random states a game in the test of swapped worlds
TINY, SAMPLES = 12, 600  # tiny positions, and worlds drawn from each for uniformity


def random_state(name: str, rng: random.Random, engine: str) -> kibitz.State:
    draw = game_options if rng.random() < 0.2 else round_options
    game = kibitz.game(name, engine=engine, **draw(name, rng))
    state = game.new(rng.getrandbits(64))
    for _ in range(rng.randrange(60 if draw is round_options else 150)):
        if state.done:
            break
        state.apply(choose(state, rng))
    if rng.random() < 0.2 and not state.done:  # begin anew in the middle, as a solver would
        state = game.new(rng.getrandbits(64), position=state.position())
        for _ in range(rng.randrange(6)):
            if not state.done:
                state.apply(choose(state, rng))
    return state


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("name", GAMES)
def test_a_world_looks_the_same(name: str, engine: str) -> None:
    changed = 0
    for seed in range(STATES):
        rng = random.Random(seed)
        state = random_state(name, rng, engine)
        try:
            for seat in range(state.game.players):
                for world in state.view(seat).worlds(kibitz.Stream(seed), 2):
                    assert_same_view(state, world, seat)
                    assert world.seed != state.seed
                    assert not world.seed_replays
                    changed += world.position() != state.position()
        except Exception:
            print(f"\nreplay: {replay_line(state)}")
            raise
    assert changed > STATES / 4, "worlds hardly ever differ from the truth: nothing was tested"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_all_worlds_equally_often(name: str) -> None:
    kinds = 0
    for seed in range(TINY):
        rng = random.Random(seed)
        state = habit(name, "tiny")(rng)
        seat = rng.randrange(state.game.players)
        all_worlds = enumerate_worlds(state, seat)
        keys = {key(world) for world in all_worlds}
        try:
            assert key(state) in keys, "the enumerator missed the truth"
            for world in rng.sample(all_worlds, min(20, len(all_worlds))):
                assert_same_view(state, world, seat)
            drawn = Counter(key(w) for w in state.view(seat).worlds(seed, SAMPLES))
            assert set(drawn) <= keys, "a world that cannot be"
            assert_uniform(drawn, multiplicity(name, all_worlds), SAMPLES)
        except Exception:
            print(f"\nseat {seat}, replay: {replay_line(state)}")
            raise
        kinds += len(keys) > 1
    assert kinds > TINY / 3, "almost every tiny position had one world only: nothing was tested"


def multiplicity(name: str, worlds: list[kibitz.State]) -> dict[str, int]:
    """How many assignments of distinguishable cards each world stands for: one by default."""
    weigh = habit(name, "weight")
    return {key(world): weigh(world) if weigh else 1 for world in worlds}


def test_the_uniformity_test_can_fail() -> None:
    weights: dict[str, Any] = {str(i): 1 for i in range(10)}
    assert_uniform(Counter({str(i): 60 for i in range(10)}), weights, 600)
    with pytest.raises(AssertionError):
        assert_uniform(Counter({str(i): 80 if i < 5 else 40 for i in range(10)}), weights, 600)
