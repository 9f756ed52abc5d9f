"""Default settings of searchers that networks must live up to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.bots.defaults import net_value
from kibitz.bots.models import shipped, trained_on
from kibitz.bots.net import NetBot
from kibitz.bots.searcher import settings_of
from kibitz.core.errors import BadModel, BadOption
from kibitz.core.rng import Stream
from kibitz.nets.net import Net

GAMES = 100
SHORT: dict[str, dict[str, Any]] = {"ohhell": {"schedule": [7]}, "qwixx": {"players": 2}}


def points_per_unit(game: str, model: Path, reward: str) -> float:
    """The slope of what games brought, over what the network expected of them."""
    bot, rules = NetBot(game, model), kibitz.game(game, **SHORT.get(game, {}))
    bot.rng = Stream(1)
    expected, brought = [], []
    for seed in range(70_001, 70_001 + GAMES):
        state, seats, values = rules.new(seed=seed), [], []
        while not state.done:
            player = state.player
            state.apply(bot.choose(state.view(player)))
            if bot.answers is not None:
                seats.append(player)
                values.append(float(bot.answers["value"][0, 0]))
        points = np.array(state.returns())
        if reward == "margin":
            points = points - (points.sum() - points) / (len(points) - 1)
        expected += values
        brought += list(points[seats])
    x, y = np.array(expected), np.array(brought)
    return float((x * y).sum() / (x * x).sum())


@pytest.mark.parametrize("game", ["belote", "codepiece", "ohhell", "qwixx"])
def test_the_unit_of_a_network_s_value(game: str) -> None:
    model = shipped(game)
    assert model is not None
    reward, unit = net_value(game, trained_on(model))
    assert (reward, unit) == (net_value(game)[0], pytest.approx(net_value(game)[1]))
    found = points_per_unit(game, model, reward)
    assert 0.7 * unit < found < 1.4 * unit


def unit_in_a_search(model: Path) -> float:
    words = {"simulations": 10, "reward": "margin", "horizon": "deal", "value": "net"}
    return float(settings_of("belote", None, "random", model=model, **words)["value_unit"])


def test_the_unit_travels_with_the_weights(tmp_path: Path) -> None:
    model = shipped("belote")
    assert model is not None
    file = tmp_path / "other.safetensors"
    for about, unit in (
        ({}, 2000 / 9),  # the game's constant
        ({"reward": "margin", "reward_scale": "0.005"}, 400 / 3),
        ({"reward": "mean_margin", "reward_scale": "1.0"}, 2 / 3),
    ):
        Net.load(model).save(file, about)
        assert unit_in_a_search(file) == pytest.approx(unit)
    for bad in ("", "x", "nan", "0"):
        Net.load(model).save(file, {"reward": "margin", "reward_scale": bad})
        with pytest.raises(BadModel, match="scaled"):
            unit_in_a_search(file)
    Net.load(model).save(file, {"reward": "tricks", "reward_scale": "1"})
    with pytest.raises(BadOption, match="trained on the reward 'tricks'"):
        unit_in_a_search(file)
    Net.load(model).save(file, {"reward": "outcome", "reward_scale": "1"})
    with pytest.raises(BadOption, match='needs reward = "outcome"'):
        unit_in_a_search(file)
