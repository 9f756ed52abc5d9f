"""Samplers: how an evaluation values actions, a row of common worlds at a time.

A game's own sampler (`sampler` of advice/games/<game>.py: Belote's bids) takes precedence. Card
play in a game that the solver supports is solved in worlds that fit the view (pimc), as many as the
game's SOLVED allows for the cards in hand. Everything else is played out from such worlds by the
game's rule player (`JUDGE` of players/<game>/defaults.py).

Values are own side minus other side where there are sides, else the reward of advice/games; in a
match of Belote, what they are worth there (kibitz.search.goal), as for the players that search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz import bots
from kibitz.advice import exact
from kibitz.advice.games import known, search_of
from kibitz.bots.defaults import judge_player
from kibitz.bots.searcher import native_policy, rollouts_of
from kibitz.core.rng import Stream, mix
from kibitz.core.view import View
from kibitz.search.pimc import LISTED_MAX, pimc
from kibitz.search.result import Search
from kibitz.search.rollout import rollout
from kibitz.search.settings import Plan

FIRST, ROWS = 8, 16  # of solved worlds
PLAYED_FIRST, PLAYED_ROWS = 8, 64
FURTHER, FURTHER_EXPENSIVE = 4, 3  # times the rows, for the loss of one action alone
EXPENSIVE = 20  # so few solved worlds in a row: each takes long
ENUMERATED_CARDS = 3  # with so few cards in hand, all worlds are solved
PLAYOUTS = 40  # of an action in a row, by a native player
SLOW_PLAYOUTS = 2  # by a bot in Python

Floats = NDArray[np.float64]


class Sampler(Protocol):
    method: str
    actions: Sequence[int]  # what it values
    exact: bool  # one row holds the means over all worlds
    restricts: bool  # fewer actions cost less
    first: int  # rows of the first look
    total: int  # rows at most
    further: int  # rows at most of the best action and the one made, to know its loss

    def rows(self, actions: Sequence[int], seed: int, first: int, count: int) -> Floats:
        """Return rows first .. first + count - 1, with a column for each action."""

    def worlds(self, rows: int) -> int:
        """Return how many worlds, or playouts of an action, so many rows hold."""


def sampler(view: View, made: int | None, effort: float) -> Sampler:
    """Choose how to value a decision; `effort` scales the number of worlds, 1 is usual."""
    own = getattr(known(view.game.name), "sampler", None)
    found: Sampler | None = own and own(view, made, effort)
    if found is not None:
        return found
    if exact.solvable(view):
        in_hand = len(view.hand)  # type: ignore[attr-defined]  # games with a solver have hands
        if in_hand <= ENUMERATED_CARDS:
            listed = Enumerated(view)
            if listed.exact:
                return listed
        each = known(view.game.name).SOLVED.get(in_hand, 0)
        if each:
            return Solved(view, max(1, round(each * effort)))
    return Played(view, effort)


class Enumerated:
    """All worlds, solved."""

    method, first, total, further, restricts = "pimc", 1, 1, 1, False

    def __init__(self, view: View) -> None:
        self.actions: Sequence[int] = view.legal_actions
        found = pimc(view, worlds=LISTED_MAX, agree=False, slip=0.0, equity=_equity(view))
        self.exact = found.ended in ("all", "forced")
        self._worlds, self._values = found.worlds, _values(found)

    def rows(self, actions: Sequence[int], seed: int, first: int, count: int) -> Floats:  # noqa: ARG002
        return np.array([[self._values[action] for action in actions]])

    def worlds(self, rows: int) -> int:  # noqa: ARG002
        return self._worlds


class Solved:
    """A sample of worlds, solved."""

    method, first, total = "pimc", FIRST, ROWS
    exact = restricts = False

    def __init__(self, view: View, each: int) -> None:
        self.view, self.each = view, each
        self.actions: Sequence[int] = view.legal_actions
        self.further = ROWS * (FURTHER_EXPENSIVE if each <= EXPENSIVE else FURTHER)

    def rows(self, actions: Sequence[int], seed: int, first: int, count: int) -> Floats:
        out = np.empty((count, len(actions)))
        for i in range(count):
            found = pimc(
                self.view,
                worlds=self.each,
                agree=False,
                seed=mix(seed, first + i),
                equity=_equity(self.view),
            )
            values = _values(found)
            out[i] = [values[action] for action in actions]
        return out

    def worlds(self, rows: int) -> int:
        return rows * self.each


class Played:
    """A sample of worlds, played out by the game's rule player."""

    method, first, total = "rollout", PLAYED_FIRST, PLAYED_ROWS
    further = FURTHER * PLAYED_ROWS
    exact, restricts = False, True

    def __init__(self, view: View, effort: float) -> None:
        self.view = view
        self.actions: Sequence[int] = view.legal_actions
        module = known(view.game.name)
        self.scale = module.SCALE
        self.search, each = _playouts(view)
        self.plans: Sequence[Plan] = self.search.pop("plans", [(a,) for a in self.actions])
        self.each = max(1, round(each * effort))
        self.before = _before(view)

    def rows(self, actions: Sequence[int], seed: int, first: int, count: int) -> Floats:
        out = np.empty((count, len(actions)))
        for i in range(count):
            plans = [plan for plan in self.plans if plan[0] in actions]
            found = rollout(
                self.view,
                simulations=self.each * len(plans),
                worlds=self.each,
                plans=lambda _: plans,  # noqa: B023 (called at once)
                seed=mix(seed, first + i),
                **self.search,
            )
            values = _values(found)
            out[i] = [self.scale * (values[action] - self.before) for action in actions]
        return out

    def worlds(self, rows: int) -> int:
        return rows * self.each


def _equity(view: View) -> bool:
    """Return whether deals of a match are valued by the chance to win it."""
    return bool(search_of(view.game).get("equity"))


def _before(view: View) -> float:
    """Return the points of earlier deals: a deal is valued by what it brings, not by the total."""
    found = search_of(view.game)
    if found["reward"] != "points" or found.get("horizon") != "deal":
        return 0.0
    world = view.game.rebuild(*view.sample(Stream(0)))  # any will do: all have the same score
    return float(world.scores()[view.seat])


def _values(found: Search) -> Mapping[int, float]:
    return {c.action: c.value for c in found.candidates if c.value is not None}


def _playouts(view: View) -> tuple[dict[str, Any], int]:
    """Return the settings of playouts, and how many of an action are in a row."""
    game, module = view.game, known(view.game.name)
    own = getattr(module, "playouts", None)
    if own is not None and (chosen := own(view)) is not None:
        settings, each = chosen
        return search_of(game) | settings, each
    name = judge_player(game.name)
    if (found := native_policy(game, bots.spec(game.name, name).native)) is not None:
        return search_of(game) | found, PLAYOUTS
    plain = rollouts_of(game.name, name)
    policy = "random" if plain is None else plain[1]
    each = PLAYOUTS if isinstance(policy, str) else SLOW_PLAYOUTS
    return search_of(game) | {"policy": policy}, each
