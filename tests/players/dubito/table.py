"""Small Dubito games for tests of its players."""

from __future__ import annotations

import kibitz
from kibitz.bots.bot import Rule
from kibitz.core.rng import Stream


def deal(hands: list[list[int]], **options: object) -> kibitz.State:
    return kibitz.game("dubito", players=len(hands), **options).new(deal={"hands": hands})


def play(state: kibitz.State, *actions: str) -> kibitz.State:
    for text in actions:
        state.apply(state.game.parse_action(text))
    return state


def chosen(rule: Rule, state: kibitz.State, seed: int = 1) -> str:
    """What a rule does for the seat on turn."""
    return state.game.action_name(rule(state.view(state.player), Stream(seed)))


def share(rule: Rule, state: kibitz.State, action: str, draws: int = 600) -> float:
    """How often a rule takes an action here."""
    return sum(chosen(rule, state, seed) == action for seed in range(draws)) / draws
