"""The chance to win the game, at a decision and with the knowledge of the seat that decides.

    found = chance(view, evaluation)
    found.value, found.error              # 0 to 1

Where the evaluation's unit is the chance to win, this is the value of the best action. So it is for
calls of Belote in a match, whose points are worth what they add to that chance. Elsewhere an action
is valued in points of a deal, so the best one is played out to the end of the game by the rule
player that the evaluation trusts (`JUDGE` of players/<game>/defaults.py). A solo game has no chance
to win.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from kibitz import bots
from kibitz.advice.evaluation import Evaluation
from kibitz.advice.games import win
from kibitz.bots.defaults import judge_player
from kibitz.bots.searcher import native_policy
from kibitz.core.rng import mix
from kibitz.core.view import View
from kibitz.search.rollout import rollout

PLAYOUTS = 200
SLOW_PLAYOUTS = 8  # at random on the Python engine, where there is no native player
NORMAL_95 = 1.96


@dataclass(frozen=True)
class Chance:
    value: float
    error: float  # half-width of its 95 % interval


def own_chance(view: View, found: Evaluation) -> Chance | None:
    """Return the chance to win that the best action's value means; None where it means none."""
    if view.game.players == 1:
        return None
    if found.reward == "outcome":
        return _bounded(found.best.value, found.best.error)
    meant = win(view, found.method, found.best.value)
    return None if meant is None else _bounded(meant[0], meant[1] * found.best.error)


def chance(view: View, found: Evaluation, seed: int) -> Chance | None:
    """Return the chance to win if the best action is made; None in a solo game."""
    own = own_chance(view, found)
    if own is not None or view.game.players == 1:
        return own
    # Two plans at least: a search does not play out a forced action.
    plans = [(action.action,) for action in found.actions[:2]]
    if len(plans) == 1:
        plans += [(action,) for action in view.legal_actions if action != plans[0][0]][:1]
    if len(plans) == 1:
        return None
    judge = bots.spec(view.game.name, judge_player(view.game.name))
    policy = native_policy(view.game, judge.native)
    each = SLOW_PLAYOUTS if policy is None else PLAYOUTS
    settings: dict[str, Any] = policy or {"policy": "random"}
    played = rollout(
        view,
        simulations=each * len(plans),
        worlds=each,
        plans=lambda _: plans,
        seed=mix(seed, 2),
        reward="outcome",
        horizon="game",
        **settings,
    )
    best = next(row for row in played.candidates if row.action == plans[0][0])
    if best.value is None:
        return None
    share = best.value * len(view.game.side(view.seat))
    return _bounded(share, NORMAL_95 * math.sqrt(max(0.0, share * (1 - share)) / each))


def _bounded(value: float, error: float) -> Chance:
    return Chance(min(1.0, max(0.0, value)), error)
