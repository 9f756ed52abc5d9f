"""Default settings of searchers that networks must live up to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.bots.defaults import net_value
from kibitz.bots.models import shipped
from kibitz.bots.net import NetBot
from kibitz.core.rng import Stream

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
    reward, unit = net_value(game)
    model = shipped(game)
    assert model is not None
    found = points_per_unit(game, model, reward)
    assert 0.7 * unit < found < 1.4 * unit
