"""Seated vectors: games of their seeds, players where they were put, rewards since decisions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.arena.native import play_many
from kibitz.envs import rewards
from kibitz.envs.seated import SeatedVector
from kibitz.envs.seats import Player
from kibitz.errors import BadEngine, BadOption, BadSeat, IllegalAction
from kibitz.nets.layers import Description
from kibitz.nets.net import Net
from tests.support.found import GAMES, round_options

REWARDS = ("returns", "margin", "mean_margin", "outcome", "scores", "lead")
WORDS = tuple(SeatedVector.__annotations__)


def seated(*args: Any, **words: Any) -> SeatedVector:
    made = kibitz.vector(*args, **words)
    assert isinstance(made, SeatedVector)
    return made


def draw(envs: SeatedVector, rng: np.random.Generator) -> list[int]:
    return [int(rng.choice(np.flatnonzero(row))) for row in envs.mask]


def network(game: kibitz.Game) -> Net:
    size = game.encoding_size()
    description = Description(game.name, game.encoding(), size, game.num_actions, (8,))
    rng = np.random.default_rng(1)
    shapes = description.shapes().items()
    return Net(description, {k: rng.standard_normal(s).astype(np.float32) for k, s in shapes})


@pytest.mark.parametrize(
    "reward", ["returns", "margin", "mean_margin", "outcome", "scores", "lead"]
)
@pytest.mark.parametrize("name", GAMES)
def test_both_engines_fill_the_same_arrays(name: str, reward: str) -> None:
    options = round_options(name, random.Random(2))
    if options.get("players") == 1:
        options["players"] = 2
    words: dict[str, Any] = {
        "seed": 3,
        "reward": reward,
        "reward_scale": 0.25,
        "skip_forced": True,
        "seating": [["learner", "random"] * 4, ["random", *["learner"] * 7], ["learner"] * 8],
    }
    runs = (("native", 1), ("native", 3), ("python", 1))
    vectors = [seated(name, 4, threads=t, engine=e, **words, **options) for e, t in runs]
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(60):
        for envs in vectors[1:]:
            for word in WORDS:
                one, two = getattr(vectors[0], word), getattr(envs, word)
                assert np.allclose(one, two, atol=1e-6), word
        assert (vectors[0].mask.sum(axis=1) > 1).all()
        ended += int(vectors[0].done.sum())
        actions = draw(vectors[0], rng)
        for envs in vectors:
            envs.step(actions)
    assert ended or name == "dubito"


@pytest.mark.parametrize("reward", ["shaped", "raw"])
def test_shaped_rewards_and_mixed_player_counts_on_both_engines(reward: str) -> None:
    options = [{"players": 2, "schedule": [3, 2]}, {"players": 4, "schedule": [2, 2]}]
    for weights in (None, [1.0, 3.0]):
        words = {"options": options, "reward": reward, "weights": weights, "seed": 5}
        native = seated("ohhell", 5, engine="native", **words)
        python = seated("ohhell", 5, engine="python", **words)
        rng = np.random.default_rng(1)
        for _ in range(60):
            for word in WORDS:
                assert np.allclose(getattr(native, word), getattr(python, word), atol=1e-6), word
            if weights is None:
                assert native.kind.tolist() == [0, 1, 0, 1, 0]
            players = np.array([2, 4])[native.kind]
            assert ((native.who >= 0).sum(axis=1) == players).all()
            actions = draw(native, rng)
            native.step(actions)
            python.step(actions)


def test_rewards_are_those_since_the_last_decision() -> None:
    envs = seated("ohhell", 1, players=3, schedule=[2, 3], reward="shaped", seed=8)
    game = kibitz.game("ohhell", players=3, schedule=[2, 3])
    rule = rewards.reward(game, "shaped")
    rng = np.random.default_rng(2)
    state = game.new(int(envs.seed[0]))
    seen = dict.fromkeys(range(3), 0)
    games = 0
    while games < 4:
        seat = state.player
        seen[seat] = len(state.view(seat).history)
        (action,) = draw(envs, rng)
        state.apply(action)
        envs.step([action])
        asked = range(3) if state.done else [state.player]
        for s in asked:
            view = state.view(s)
            expected = rule.pay(state, view, seen[s]) if seen[s] else 0
            assert envs.reward[0, s] == pytest.approx(expected, abs=1e-6)
        assert envs.done[0] == state.done
        if state.done:
            games += 1
            assert envs.returns[0].tolist() == list(state.returns())
            assert np.allclose(envs.outcome[0], state.outcome())
            final = state.view(seat).encode()
            assert envs.final_observation[0].tolist() == final.tolist()
            state, seen = game.new(int(envs.seed[0])), dict.fromkeys(range(3), 0)


def test_rule_players_on_the_other_seats_play_as_in_the_arena() -> None:
    """The learner copies its teacher: the games are those of a table of rule players."""
    seating = ["learner", "smart", "sharp", "smart"]
    envs = seated("ohhell", 6, schedule=[5], seating=seating, teacher="sharp", seed=4)
    game = envs.game
    seeds = envs.seed.copy()
    found = [Player.of(game, name).native for name in ("smart", "sharp")]
    players = [native for native in found if native is not None]
    played = play_many(game, players, np.tile([1, 0, 1, 0], (6, 1)), seeds)
    assert envs.names == ["learner", "smart", "sharp"]
    assert (envs.player == 0).all()
    left = set(range(6))
    while left:
        envs.step(envs.teacher)
        for e in [e for e in left if envs.done[e]]:
            assert envs.returns[e].tolist() == played.returns[e].tolist()
            left.discard(e)


def test_networks_by_handle_and_by_file(tmp_path: Path) -> None:
    game = kibitz.game("ohhell", engine="native", schedule=[4])
    net = network(game)
    file = tmp_path / "old.safetensors"
    net.save(file)
    runs = []
    for entry, threads in ((Player("old", net=net), 1), (file, 1), (str(file), 3)):
        seating = [["learner", entry, "smart", entry], [entry, "learner", "random", "learner"]]
        envs = seated("ohhell", 7, schedule=[4], seating=seating, seed=2, threads=threads)
        rng = np.random.default_rng(3)
        trace = []
        for _ in range(40):
            envs.step(draw(envs, rng))
            trace.append([getattr(envs, word).copy() for word in WORDS])
        assert "old" in envs.names
        assert {tuple(row) for row in envs.who.tolist()} <= {(0, 1, 2, 1), (1, 0, 3, 0)}
        runs.append(trace)
    for one, two, three in zip(*runs, strict=True):
        for a, b, c in zip(one, two, three, strict=True):
            assert np.array_equal(a, b)
            assert np.array_equal(a, c)


def test_other_encodings_by_name() -> None:
    for engine in ("native", "python"):
        envs = seated("qwixx", 3, players=2, encoding="v2", engine=engine, seed=6)
        rng = np.random.default_rng(1)
        states = [envs.game.new(int(seed)) for seed in envs.seed]
        for _ in range(20):
            actions = draw(envs, rng)
            for e, state in enumerate(states):
                found = state.view(state.player).encode("v2").tolist()
                assert envs.observation[e].tolist() == found
                state.apply(actions[e])
            envs.step(actions)


def test_an_illegal_action_changes_nothing() -> None:
    envs = seated("ohhell", 3, schedule=[5], skip_forced=True)
    before = envs.observation.copy()
    actions = envs.mask.argmax(axis=1)
    for bad in (0, 64, -1, 1000):
        actions[1] = bad
        with pytest.raises(IllegalAction):
            envs.step(actions)
    assert np.array_equal(envs.observation, before)


def test_refusals() -> None:
    with pytest.raises(BadOption, match="reward 'fame'"):
        kibitz.vector("ohhell", 1, reward="fame")
    with pytest.raises(BadOption, match="list all seats"):
        kibitz.vector("ohhell", 1, seat=1, reward="margin")
    with pytest.raises(BadOption, match="native version"):
        kibitz.vector("ohhell", 1, seating=["learner", "ismcts_fast", "random", "random"])
    for few in (["smart", "learner"], [["learner"] * 4, ["learner", "smart", "smart"]], []):
        with pytest.raises(BadOption, match="a row of seating must name 4 seats"):
            kibitz.vector("ohhell", 1, seating=few)
    with pytest.raises(BadOption, match="a row of seating must name 4 seats, not 9"):
        kibitz.vector("ohhell", 1, seating=["learner"] * 9)
    with pytest.raises(BadOption, match="a row of seating must name 4 seats, not 3"):
        kibitz.vector("ohhell", 2, options=[{"players": 3}, {}], seating=["learner"] * 3)
    with pytest.raises(BadOption, match="weights"):
        kibitz.vector("ohhell", 1, options=[{}], weights=[1, 2])
    with pytest.raises(BadEngine, match="native"):
        kibitz.vector("ohhell", 1, seating=["learner", *["smart"] * 3], engine="python")
    with pytest.raises(BadSeat, match="never has a decision"):
        kibitz.vector("ohhell", 1, seating=["smart"] * 4)
    small = network(kibitz.game("qwixx", engine="native"))
    with pytest.raises(BadOption, match="another encoding"):
        kibitz.vector("ohhell", 1, seating=["learner", Player("small", net=small), None, None])
