"""Kuhn poker for the environments: what a game may bring, and the deal card by card."""

from __future__ import annotations

from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.envs.draws import Deal
from kuhn_poker.rules import CARDS


def returns(game: Game) -> tuple[float, float]:  # noqa: ARG001
    return -2.0, 2.0


def draw(state: State) -> Deal:  # noqa: ARG001
    return Deal([1] * len(CARDS), [1, 1], names=CARDS)
