"""The player `net`: the same game natively and in Python, and only with weights that fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz import bots, games
from kibitz.advice.shares import shares
from kibitz.arena import match, native
from kibitz.bots import models
from kibitz.bots.method import Native
from kibitz.bots.net import RENAMED, NetBot
from kibitz.core.rng import Stream
from kibitz.errors import BadOption, BadSpec, MissingModel
from kibitz.nets.layers import Description
from kibitz.nets.net import Net
from kibitz.search.net_rule import pick

GAMES = sorted(games.names())
ENCODINGS = [(game, name) for game in GAMES for name in games.find(game).ENCODINGS]


def description(game: str, encoding: str | None = None) -> Description:
    rules = games.find(game)
    name = encoding or next(iter(rules.ENCODINGS))
    size = rules.ENCODINGS[name].size
    return Description(game, name, inputs=size, actions=rules.num_actions, trunk=(32, 16))


def write(folder: Path, about: Description, seed: int = 1) -> Path:
    """A network with random weights, which has opinions."""
    rng = np.random.default_rng(seed)
    tensors = {
        name: rng.normal(0, 0.5, shape).astype(np.float32) for name, shape in about.shapes().items()
    }
    file = folder / f"{about.game}_{about.encoding}_{seed}.safetensors"
    Net(about, tensors).save(file)
    return file


def spec(game: str, model: Path, **keys: object) -> bots.Spec:
    return bots.spec(game, {"play": {"method": "net", "model": str(model), **keys}})


@pytest.mark.parametrize("temperature", [0.0, 0.7])
@pytest.mark.parametrize(("game", "encoding"), ENCODINGS)
def test_native_and_python_play_the_same_game(
    tmp_path: Path, game: str, encoding: str, temperature: float
) -> None:
    player = spec(game, write(tmp_path, description(game, encoding)), temperature=temperature)
    if encoding in RENAMED:  # the bot alone finds the suits of its outputs
        assert player.native is None
        return
    assert player.native is not None
    rules = kibitz.game(game)
    seats, seeds = rules.players, [3, 4]
    fast = native.play_many(rules, [player.native], [[0] * seats] * len(seeds), seeds, keep=True)
    assert fast.actions is not None
    for seed, actions in zip(seeds, fast.actions, strict=True):
        slow = match.play(rules, [player.bot() for _ in range(seats)], seed)
        assert slow.record["actions"] == actions


@pytest.mark.parametrize("game", GAMES)
def test_networks_and_rule_players_share_a_table(tmp_path: Path, game: str) -> None:
    """Two networks and a player that keeps no log of events."""
    rules = kibitz.game(game)
    one, two = (spec(game, write(tmp_path, description(game), seed)) for seed in (1, 2))
    rule = bots.spec(game, "random")
    assert one.native is not None
    assert two.native is not None
    assert rule.native is not None
    seating = [[(seat + i) % 3 for seat in range(rules.players)] for i in range(4)]
    players = [one, two, rule]
    forms = [one.native, two.native, rule.native]
    fast = native.play_many(rules, forms, seating, range(4), keep=True)
    assert fast.actions is not None
    for seed, (row, actions) in enumerate(zip(seating, fast.actions, strict=True)):
        slow = match.play(rules, [players[k].bot() for k in row], seed)
        assert slow.record["actions"] == actions
    threads = native.play_many(rules, forms, seating, range(4), keep=True, threads=2)
    assert threads.actions == fast.actions


def test_the_choice_is_the_largest_logit_and_the_lowest_of_equals() -> None:
    logits = np.array([5, 1, 2, 2, 0], np.float32)
    assert pick(logits, [1, 2, 3, 4], 0.0, Stream(1)) == 2
    drawn = [pick(logits, [1, 2, 3, 4], 1.0, rng) for rng in [Stream(7)] for _ in range(20_000)]
    shares = np.bincount(drawn, minlength=5) / len(drawn)
    wanted = np.exp([-np.inf, 1, 2, 2, 0]) / np.exp([1, 2, 2, 0]).sum()
    np.testing.assert_allclose(shares, wanted, atol=0.015)


def test_the_explanation_is_the_distribution(tmp_path: Path) -> None:
    rules = kibitz.game("ohhell")
    bot = spec("ohhell", write(tmp_path, description("ohhell"))).bot()
    state = rules.new(5)
    view = state.view(state.player)
    bot.start(rules, view.seat, 1)
    assert bot.explain() == {}
    action = bot.choose(view)
    explanation = bot.explain()
    candidates = explanation["candidates"]
    assert {c["action"] for c in candidates} == set(view.legal_actions)
    assert candidates[0]["action"] == action
    assert candidates[0]["name"] == rules.action_name(action)
    assert sum(c["share"] for c in candidates) == pytest.approx(1)
    assert isinstance(explanation["value"], float)
    spread = shares(view, action, explanation)
    assert spread.kind == "policy"
    assert spread.of(action).share == candidates[0]["share"]


def test_many_views_in_one_batch(tmp_path: Path) -> None:
    rules = kibitz.game("ohhell")
    bot = spec("ohhell", write(tmp_path, description("ohhell"))).bot()
    bot.start(rules, 0, 1)
    states = [rules.new(seed) for seed in range(30)]
    views = [state.view(state.player) for state in states]
    assert bot.choose_many(views) == [bot.choose(view) for view in views]
    assert bot.choose_many([]) == []


def test_a_forced_action_draws_nothing(tmp_path: Path) -> None:
    rules = kibitz.game("ohhell", schedule=[1])
    model = write(tmp_path, description("ohhell"))
    bot = NetBot("ohhell", model, temperature=1.0)
    state = rules.new(1)
    while len(state.legal()) > 1:
        state.apply(state.legal()[0])
    bot.start(rules, state.player, 9)
    assert bot.choose(state.view(state.player)) == state.legal()[0]
    assert bot.rng.word() == Stream(9).word()
    assert [c["share"] for c in bot.explain()["candidates"]] == [1.0]


def test_the_hash_holds_the_weights(tmp_path: Path) -> None:
    about = description("ohhell")
    one, two = (spec("ohhell", write(tmp_path, about, seed)) for seed in (1, 2))
    assert one.hash != two.hash
    assert one.hash == spec("ohhell", write(tmp_path, about, 1)).hash
    assert one.hash != spec("ohhell", write(tmp_path, about, 1), temperature=1).hash
    assert one.kind == "network"


def test_networks_that_do_not_fit(tmp_path: Path) -> None:
    good = description("ohhell")
    for about, words in (
        (description("dubito"), "is a network for dubito, not for ohhell"),
        (replace(good, encoding="v9"), "reads the encoding 'v9'"),
        (replace(good, inputs=452), "has 452 inputs; v1 of ohhell has 453"),
        (replace(good, actions=64), "has 64 actions; ohhell has 65"),
        (replace(good, heads=("value",)), "has no policy"),
    ):
        with pytest.raises(BadSpec, match=words):
            spec("ohhell", write(tmp_path, about))
    for temperature in (-1, 1e9):
        with pytest.raises(BadSpec, match="temperature must be a number from 0"):
            spec("ohhell", write(tmp_path, good), temperature=temperature)


def test_the_shipped_network_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(models, "manifest", dict)
        with pytest.raises(MissingModel, match="net needs the key 'model'"):
            bots.spec("ohhell", {"play": {"method": "net"}})
    file = write(tmp_path, description("ohhell"))
    monkeypatch.setattr(models, "MODELS", tmp_path)
    monkeypatch.setattr(
        models, "manifest", lambda: {file.name: {"game": "ohhell", "player": "net"}}
    )
    found = bots.spec("ohhell", {"play": {"method": "net"}})
    assert found.hash == spec("ohhell", file).hash


@pytest.mark.parametrize("name", ["nn", "dmc"])
def test_names_of_other_programs(tmp_path: Path, name: str) -> None:
    file = write(tmp_path, description("belote"))
    found = bots.spec("belote", {"play": {"method": name, "model": str(file)}})
    assert found.hash == spec("belote", file).hash


def test_native_players_that_cannot_be_seated(tmp_path: Path) -> None:
    rules = kibitz.game("ohhell")
    player = spec("dubito", write(tmp_path, description("dubito"))).native
    assert player is not None
    for wrong in (player, Native("net", (0.0,)), Native("random", (), player.net)):
        with pytest.raises(BadOption):
            native.play_many(rules, [wrong], [[0] * rules.players], [1])


def test_a_spec_has_the_same_hash_without_the_native_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    specs: list[dict[str, Any]] = [
        {"play": {"method": "net"}},
        {"play": {"method": "net", "temperature": 0.5}},
        {"bid": {"method": "net"}, "play": {"method": "ismcts"}},
    ]
    native = [bots.spec("belote", spec).hash for spec in specs]
    monkeypatch.setenv("KIBITZ_ENGINE", "python")
    assert bots.spec("belote", specs[0]).native is None
    assert [bots.spec("belote", spec).hash for spec in specs] == native
    assert len(set(native)) == len(specs)
