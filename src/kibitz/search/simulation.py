"""What all Python searchers share: the luck of a simulation, its rollout, and its reward.

The twin of native/search/simulation.hpp, draw for draw. States here belong to the Python engine,
with explicit chance: a search resolves dice and deals from its own luck, never from a game's seed.
"""

from __future__ import annotations

import math
from typing import Protocol, cast, runtime_checkable

import numpy as np

from kibitz.core.game import Game
from kibitz.core.python_state import PythonState
from kibitz.core.rng import MASK, Stream, mix
from kibitz.core.state import CHANCE, State
from kibitz.core.view import View
from kibitz.search.beliefs import CANDIDATES, Belief, pick
from kibitz.search.settings import Policy, Settings


@runtime_checkable
class Values(Protocol):
    """A policy that can also value positions between turns."""

    def __call__(self, view: View, rng: Stream, /) -> int: ...
    def values(self, game: Game) -> bool:
        """Whether it can do so in this game."""

    def value(self, state: State) -> list[float]:
        """Each seat's probability of winning, between turns or at the end."""


class Luck:
    """The chance events and choices of a simulation, from two streams.

    The same number gives the same dice, however many choices were drawn before them.
    """

    __slots__ = ("chance", "choice")

    def __init__(self, seed: int, i: int) -> None:
        word = mix(seed, i)
        self.choice = Stream(word)
        self.chance = Stream(word ^ MASK)


def roll(state: PythonState, luck: Luck) -> object:
    """Resolve the pending chance event and return its outcome."""
    outcome = state._draw(luck.chance)
    state._take(outcome)
    return outcome


def stops(state: State, policy: Policy | None, settings: Settings) -> bool:
    """Whether rollouts stop after some turns and are then valued by the policy."""
    if settings.turns is None or not has_dice(state.game):
        return False
    return isinstance(policy, Values) and policy.values(state.game)


def finish(state: PythonState, policy: Policy | None, luck: Luck, settings: Settings) -> None:
    """Play to the horizon; uniformly at random without a policy."""
    to_deal = settings.horizon == "deal" and not has_dice(state.game)
    turns = settings.turns if stops(state, policy, settings) else None
    while not state.done:
        if state.player == CHANCE:
            if to_deal or turns == 0:
                return
            turns = None if turns is None else turns - 1
            roll(state, luck)
        else:
            act(state, policy, luck)


def act(state: PythonState, policy: Policy | None, luck: Luck) -> None:
    """Let the seat to act follow the policy."""
    if policy is None:
        legal = state.legal()
        state.apply(legal[luck.choice.below(len(legal))])
    else:
        state.apply(policy(state.view(state.player), luck.choice))


def judge(state: State, policy: Policy | None, settings: Settings) -> list[float]:
    """The reward of each seat."""
    if stops(state, policy, settings):
        assert isinstance(policy, Values)
        return policy.value(state)
    if settings.reward == "outcome":
        return state.outcome()
    points = state.scores() if settings.horizon == "deal" else state.returns()
    if settings.reward == "points" or len(points) == 1:
        return points
    if settings.reward == "soft":
        return soften(points, settings.softness)
    if settings.goal is not None:
        gained = zip(points, settings.goal.totals, strict=False)
        own, other = (np.array(now - then) for now, then in gained)
        lead = float(settings.goal.worths(own, other))
        # As a margin: the others are a partner with the same points and two opponents.
        return [(lead, -lead)[seat % 2] * 2 / 3 for seat in range(len(points))]
    total = sum(points)
    return [x - (total - x) / (len(points) - 1) for x in points]


def soften(points: list[float], softness: float) -> list[float]:
    """Shares of the win, each growing by a factor of e per `softness` points."""
    best = max(points)
    parts = [math.exp((x - best) / softness) for x in points]
    total = sum(parts)
    return [part / total for part in parts]


def has_dice(game: Game) -> bool:
    """Whether the game's chance is public dice rather than deals."""
    return game.CHANCE_SHAPE is int


class Worlds:
    """Worlds of the Python engine that fit a view; world i depends only on the seed and i."""

    def __init__(self, view: View, seed: int, count: int, belief: Belief | None = None) -> None:
        self.view, self.seed, self.belief = view, seed, belief
        self.count = count if view.hides else 1
        self.pool: list[State] = []

    def __len__(self) -> int:
        return len(self.pool)

    def grow(self, last: int) -> list[State]:
        """Draw the worlds that simulations before `last` need; return the new ones."""
        old = len(self.pool)
        while len(self.pool) < min(last, self.count):
            stream = Stream(mix(self.seed, len(self.pool)))
            self.pool.append(self._draw(stream))
        return self.pool[old:]

    def _draw(self, stream: Stream) -> State:
        if self.belief is None:
            return self.view.game.rebuild(*self.view.sample(stream))
        drawn = [self.view.game.rebuild(*self.view.sample(stream)) for _ in range(CANDIDATES)]
        return pick(self.view, drawn, self.belief, stream)

    def copy(self, i: int) -> PythonState:
        """A copy of the world for simulation i, to play in."""
        return cast(PythonState, self.pool[i % self.count].copy())
