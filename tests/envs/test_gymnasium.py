"""Gymnasium environments: the library's own checker, and what it does not look at."""

import random
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import kibitz
from kibitz import games
from kibitz.envs.gymnasium import KibitzEnv, env_id
from kibitz.envs.state_encoder import StateEncoder
from kibitz.errors import BadAction, BadOption, BadSeat, StaleAction
from tests.envs.episodes import play
from tests.support.found import GAMES, round_options

EPISODES = 6


def make(name: str, **arguments: Any) -> KibitzEnv:
    """A short game, without Gymnasium's wrappers."""
    short = round_options(name, random.Random(1))
    env = gymnasium.make(env_id(games.find(name)), **{**short, **arguments}).unwrapped
    assert isinstance(env, KibitzEnv)
    return env


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_checker(name: str) -> None:
    """The whole game as `gymnasium.make` gives it, and a short one."""
    check_env(gymnasium.make(env_id(games.find(name))).unwrapped)
    check_env(make(name, seat="random", opponents="simple"))


@pytest.mark.parametrize("name", GAMES)
def test_ids_are_the_names(name: str) -> None:
    assert env_id(games.find(name)).lower() == f"kibitz/{name}-v0"
    assert env_id(games.find(name)) in gymnasium.registry


def test_an_id_has_the_capitals_of_the_title() -> None:
    assert env_id(games.find("ohhell")) == "kibitz/OhHell-v0"

    class Odd(kibitz.Game):
        name, title = "odd", "The Odd One"

    assert env_id(Odd) == "kibitz/Odd-v0"


@pytest.mark.parametrize("opponents", ["random", "simple"])
@pytest.mark.parametrize("name", GAMES)
def test_returns_are_paid_at_the_end(name: str, opponents: str) -> None:
    env = make(name, reward="returns", opponents=opponents, seat="random")
    rng = random.Random(2)
    for _ in range(EPISODES):
        steps = play(env, rng)
        assert [step[1] for step in steps[:-1]] == [0.0] * (len(steps) - 1)
        last = steps[-1][4]
        assert steps[-1][1] == last["returns"][last["seat"]]
        assert sum(last["outcome"]) == pytest.approx(1)
        assert not last["illegal"]
        assert not last["action_mask"].any()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_the_one_of_its_seed(name: str) -> None:
    """What was played is an ordinary record."""
    env = make(name)
    play(env, random.Random(3), seed=8)
    assert env._state is not None
    assert env._state.seed_replays
    assert env.game.replay(str(env._state.record())).returns() == env._state.returns()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_episodes(name: str) -> None:
    def played(seed: int) -> list[str]:
        env, rng = make(name, seat="random", opponents="simple"), random.Random(4)
        episodes = [play(env, rng, seed), play(env, rng), play(env, rng)]
        return [repr((s[0].tolist(), s[1], s[4]["seat"])) for steps in episodes for s in steps]

    assert played(7) == played(7)
    assert played(7) != played(8)


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_ends_the_episode_with_the_lowest_return(name: str) -> None:
    for reward in ("returns", None):
        env = make(name, reward=reward)
        rng = random.Random(5)
        lowest = env._reward.lowest(env.game)
        for _ in range(EPISODES):
            _, info = env.reset()
            paid, over = 0.0, False
            for _ in range(rng.randrange(6)):
                _, reward_now, over, _, info = env.step(
                    rng.choice(np.flatnonzero(info["action_mask"]))
                )
                paid += reward_now
                if over:
                    break
            wrong = np.flatnonzero(info["action_mask"] == 0)
            if over or not len(wrong):
                continue
            assert env._state is not None
            before = env._state.record()
            observation, reward_now, terminated, truncated, info = env.step(rng.choice(wrong))
            assert (terminated, truncated, info["illegal"]) == (True, False, True)
            assert paid + reward_now == pytest.approx(lowest)
            assert observation in env.observation_space
            assert env._state.record() == before
            with pytest.raises(StaleAction):
                env.step(0)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_pays_less_than_an_illegal_action(name: str) -> None:
    env = make(name, seat="random")
    rng = random.Random(6)
    for _ in range(EPISODES):
        assert sum(s[1] for s in play(env, rng)) >= env._reward.lowest(env.game) - 1e-9


@pytest.mark.parametrize("name", GAMES)
def test_seats(name: str) -> None:
    env, rng = make(name, seat="random"), random.Random(7)
    seats = {play(env, rng, seed=k)[0][4]["seat"] for k in range(8 * env.game.players)}
    assert seats == set(range(env.game.players))
    last = env.game.players - 1
    assert make(name, seat=last).reset(seed=1)[1]["seat"] == last
    with pytest.raises(BadSeat):
        make(name, seat=env.game.players)


@pytest.mark.parametrize("name", GAMES)
def test_another_world_changes_nothing(name: str) -> None:
    """Observation, mask and text come from what the seat knows alone."""
    env = make(name, render_mode="ansi", seat="random")
    rng = random.Random(8)
    for episode in range(EPISODES):
        observation, info = env.reset(seed=episode)
        for _ in range(rng.randrange(8)):
            step = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            observation, info = step[0], step[4]
            if step[2]:
                break
        assert env._view is not None
        text = env.render()
        assert text == env._view.text()
        for world in env._view.worlds(episode, 3):
            env._state, env._view = world, world.view(env.seat)
            assert env._observe().tolist() == observation.tolist()
            assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
            assert env.render() == text


def test_rounds_as_episodes() -> None:
    """Each scored round ends an episode, and reset() continues the same game."""
    env = make("ohhell", players=3, schedule=[3, 2, 1], no_trump_rounds=0, episode="round")
    rng = random.Random(9)
    games_seen = []
    for _ in range(6):
        play(env, rng)
        assert env._state is not None
        games_seen.append(env._state)
    assert [a is b for a, b in pairwise(games_seen)] == [True, True, False, True, True]
    env.reset(seed=1)
    assert env._state is not games_seen[-1]
    first = env._state
    env.step(env.game.num_actions - 1 if not env.action_masks()[-1] else 0)  # illegal
    env.reset()
    assert env._state is not first, "a broken episode is not gone on with"


def test_arguments_are_checked() -> None:
    no_function = {"opponents": 3}
    for wrong in ({"opponents": "nobody"}, no_function, {"reward": "much"}, {"episode": "life"}):
        with pytest.raises(BadOption):
            KibitzEnv("ohhell", **wrong)
    with pytest.raises(BadOption):
        KibitzEnv("ohhell", players=9)
    with pytest.raises(BadOption):
        KibitzEnv("ohhell", render_mode="human")
    env = KibitzEnv("ohhell")
    with pytest.raises(StaleAction):
        env.step(0)
    with pytest.raises(StaleAction):
        env.action_masks()
    env.reset()
    with pytest.raises(BadAction):
        env.step(env.game.num_actions)
    assert env.render() is None


def test_a_function_can_be_the_opponent() -> None:
    asked = []

    def choose(view: kibitz.View, rng: kibitz.Stream) -> int:
        asked.append(view.seat)
        return view.legal()[rng.below(len(view.legal()))]

    play(make("ohhell", players=3, schedule=[2], opponents=choose), random.Random(1), seed=1)
    assert set(asked) == {1, 2}


@pytest.mark.parametrize("episode", ["game", "round"])
def test_the_caller_may_act_for_every_seat(episode: str) -> None:
    env = gymnasium.make(
        "kibitz/OhHell-v0", players=3, schedule=[2, 3], seat="all", reward="raw", episode=episode
    ).unwrapped
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=5)
    sums, totals, seats, over = np.zeros(3), np.zeros(3), set(), False
    for _ in range(4):
        while not over:
            seats.add(info["seat"])
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, over, _, info = env.step(action)
            assert observation in env.observation_space
            if not over:
                sums[info["seat"]] += reward
        sums += info["rewards"]
        totals += sums
        if "returns" in info:
            assert totals.tolist() == list(info["returns"])
            totals[:] = 0
        sums[:] = 0
        (_, info), over = env.reset(), False
    assert seats == {0, 1, 2}
    with pytest.raises(BadOption, match="every seat is yours"):
        gymnasium.make("kibitz/OhHell-v0", seat="all", opponents="simple")


def test_a_list_of_opponents() -> None:
    """Clockwise from the learner's seat, wherever that is."""
    first = [lambda view, rng: view.legal()[0]] * 3
    env = KibitzEnv("ohhell", schedule=[2], seat=2, opponents=first, info=["view", "record"])
    rng, steps = random.Random(1), []
    for seed in range(4):
        steps += play(env, rng, seed=seed)
    assert steps[0][4]["view"].seat == 2
    assert steps[-1][4]["record"]["game"] == "ohhell"
    mixed = KibitzEnv(
        "ohhell", schedule=[2], seat="random", opponents=["smart", "random", "simple"]
    )
    play(mixed, rng, seed=1)
    assert str(mixed).startswith("<kibitz/OhHell-v0: seat ")
    with pytest.raises(BadOption, match="3 other seats"):
        KibitzEnv("ohhell", opponents=["smart"])
    with pytest.raises(BadOption, match="view, record"):
        KibitzEnv("ohhell", info=["cards"])


@pytest.mark.parametrize("name", GAMES)
def test_the_share_of_the_win_as_reward(name: str) -> None:
    env, rng = make(name, reward="outcome", seat="random"), random.Random(2)
    steps = play(env, rng, seed=3)
    last = steps[-1][4]
    assert sum(step[1] for step in steps) == last["outcome"][last["seat"]]


@pytest.mark.parametrize("name", GAMES)
def test_the_quick_observation_is_that_of_the_view(name: str) -> None:
    env, rng = make(name, seat="random"), random.Random(3)
    for _ in range(3):
        play(env, rng, seed=rng.randrange(100))
        assert env._view is not None
        for encoding in env.game.encodings:
            quick = StateEncoder(env.game, encoding).observe(env._state, env.seat)  # type: ignore[arg-type]
            assert quick.tolist() == env._view.encode(encoding).tolist()


@pytest.mark.parametrize("name", GAMES)
def test_it_prints_in_one_short_line(name: str) -> None:
    env = gymnasium.make(env_id(games.find(name)))
    vector = gymnasium.make_vec(env_id(games.find(name)), 2)
    for one in (env, env.unwrapped, vector, kibitz.vector(name, 2), kibitz.game(name)):
        assert len(str(one)) < 100
        assert "\n" not in str(one)
