"""PettingZoo environments: the library's own tests, and what they do not look at."""

import random
from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from kibitz.envs import pettingzoo
from kibitz.envs.extras import return_bounds
from kibitz.errors import BadOption, IllegalAction, StaleAction
from tests.envs.episodes import act
from tests.support.found import GAMES, round_options

CYCLES = 200
# api_test knows by name which of PettingZoo's own games have an observation with a mask; it says
# of every other one that it should be a plain array.
dict_observations = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def short(name: str) -> dict[str, Any]:
    return round_options(name, random.Random(1))


class TestPettingZoosOwn:
    pytestmark = dict_observations

    @pytest.mark.parametrize("name", GAMES)
    def test_api(self, name: str) -> None:
        api_test(pettingzoo.env(name, **short(name)), num_cycles=CYCLES)
        api_test(pettingzoo.env(name), num_cycles=20)

    @pytest.mark.parametrize("name", GAMES)
    def test_seeds(self, name: str) -> None:
        seed_test(lambda: pettingzoo.env(name, **short(name)), num_cycles=CYCLES)
        seed_test(lambda: pettingzoo.env(name), num_cycles=20)

    @pytest.mark.parametrize("name", GAMES)
    def test_parallel_api(self, name: str) -> None:
        """Also where only one seat decides at a time, as learners of parallel games expect."""
        parallel_api_test(pettingzoo.parallel_env(name, **short(name)), num_cycles=CYCLES)
        parallel_api_test(pettingzoo.parallel_env(name), num_cycles=20)


def test_parallel_steps_match_the_game() -> None:
    """Qwixx: all decide in the white step at once, then the active player alone."""
    env = pettingzoo.parallel_env("qwixx", players=3, reward="returns")
    seen, _ = env.reset(seed=1)
    together = set()
    while env.agents:
        deciding = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        together.add(len(deciding))
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, paid, over, _, _ = env.step(actions)
    assert together == {1, 3}
    assert all(over.values())
    assert list(paid.values()) == env._state.returns()


def test_an_illegal_parallel_action_ends_the_game() -> None:
    env = pettingzoo.parallel_env("qwixx", players=3, reward="returns")
    seen, _ = env.reset(seed=1)
    actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
    actions["seat_1"] = int((seen["seat_1"]["action_mask"] == 0).argmax())
    _, paid, over, _, _ = env.step(actions)
    assert env.agents == []
    assert all(over.values())
    assert paid == {"seat_0": 0, "seat_1": return_bounds(env.game)[0], "seat_2": 0}


@pytest.mark.parametrize("name", GAMES)
def test_all_stay_listed_and_end_together(name: str) -> None:
    env = pettingzoo.env(name, reward="returns", **short(name))
    rng = random.Random(2)
    for seed in range(4):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            state = env.unwrapped._state
            assert env.agents == env.possible_agents
            assert env.agent_selection == f"seat_{state.player}"
            assert not any(env.rewards.values())
            masks = [env.observe(agent)["action_mask"].any() for agent in env.agents]
            assert masks == [seat == state.player for seat in range(len(masks))]
            env.step(act(env, rng))
        assert all(env.terminations.values())
        assert list(env.rewards.values()) == env.unwrapped._state.returns()
        for _ in list(env.agents):
            env.last()
            env.step(None)
        assert env.agents == []


@pytest.mark.parametrize("name", GAMES)
def test_another_world_changes_nothing(name: str) -> None:
    env = pettingzoo.raw_env(name, render_mode="ansi", **short(name))
    rng = random.Random(3)
    for seed in range(6):
        env.reset(seed=seed)
        for _ in range(rng.randrange(12)):
            if not any(env.terminations.values()):
                env.step(act(env, rng))
        state = env._state
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            for world in state.view(seat).worlds(seed, 2):
                env._state, env._views = world, {}
                swapped = env.observe(agent)
                assert {k: v.tolist() for k, v in swapped.items()} == {
                    k: v.tolist() for k, v in seen.items()
                }
            env._state, env._views = state, {}
        assert env.render()


# EnvLogger warns of the illegal move that the test makes on purpose.
@pytest.mark.filterwarnings("ignore:.*Illegal move made:UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_illegal_actions(name: str) -> None:
    """Wrapped, the game ends and its maker has the lowest return; raw, it is refused."""
    env = pettingzoo.env(name, reward="returns", **short(name))
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int((env.observe(agent)["action_mask"] == 0).nonzero()[0][0])
    raw = env.unwrapped
    before = raw._state.record()
    with pytest.raises(IllegalAction):
        raw.step(wrong)
    assert raw._state.record() == before
    env.step(wrong)
    assert all(env.terminations.values())
    assert env.rewards[agent] == return_bounds(raw.game)[0]
    assert not any(env.rewards[other] for other in env.agents if other != agent)


def test_arguments_are_checked() -> None:
    with pytest.raises(BadOption):
        pettingzoo.env("ohhell", reward="much")
    with pytest.raises(BadOption):
        pettingzoo.env("ohhell", render_mode="human")
    with pytest.raises(StaleAction):
        pettingzoo.raw_env("ohhell").step(0)
    assert pettingzoo.raw_env("ohhell").render() is None
