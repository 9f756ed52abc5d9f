"""Value every legal action by what a seat could know: the yardstick of a review.

A game's own `judge` (advice/games/<game>.py: Belote's bids) takes precedence. Card play in a game
that the solver supports is solved in worlds that fit the view (pimc). Everything else is played out
from the same worlds by the game's rule player (`JUDGE` of players/<game>/defaults.py). Worlds fit
everything the seat has seen; they are not weighted by how likely others' actions were.

Values are own side minus other side where there are sides, else the reward of the game's searchers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz import bots
from kibitz.advice import exact
from kibitz.advice.games import known
from kibitz.bots.defaults import judge_player
from kibitz.bots.searcher import rollouts_of
from kibitz.core.view import View
from kibitz.search import native_searcher
from kibitz.search.pimc import pimc
from kibitz.search.result import Candidate, Search
from kibitz.search.rollout import rollout

MORE_PLAYOUTS = 10  # playout worlds per solved one: they are that much cheaper


@dataclass(frozen=True)
class Value:
    value: float
    error: float | None


@dataclass(frozen=True)
class Verdict:
    method: str  # pimc, bidder or rollout
    worlds: int  # or playouts of each action
    values: dict[int, Value]  # by action


def judge(
    view: View,
    worlds: int,
    seed: int,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    made: int | None = None,
) -> Verdict:
    """Value the legal actions of the seat to act; `seconds` limits the number of worlds.

    A bidder considers the bids that look worthwhile, plus the one that was `made`.
    """
    own = getattr(known(view.game.name), "judge", None)  # a game may know better
    verdict: Verdict | None = own and own(view, worlds, seed, seconds, made)
    if verdict is not None:
        return verdict
    limits: dict[str, Any] = {"seed": seed, "seconds": seconds, "stop": stop}
    if exact.solvable(view):
        found, scale = pimc(view, worlds=worlds, agree=False, **limits), 1.0
    else:
        found, scale = _rollout(view, worlds, limits), known(view.game.name).SCALE
    values = {c.action: _scaled(c, scale) for c in found.candidates if c.value is not None}
    # Without hidden information there is one world, played out many times.
    played = found.simulations // len(view.legal_actions)
    return Verdict(found.method, max(found.worlds, played), values)


def _rollout(view: View, worlds: int, limits: dict[str, Any]) -> Search:
    player = _player(view)
    more = MORE_PLAYOUTS if isinstance(player["policy"], str) else 1  # a bot in Python is slow
    rounds = worlds * more
    return rollout(
        view,
        simulations=rounds * len(view.legal_actions),
        worlds=min(rounds, 1 << 16),
        **player,
        **known(view.game.name).SEARCH,
        **limits,
    )


def _player(view: View) -> dict[str, Any]:
    """Choose the player for playouts: the native one where the engine has it."""
    game, name = view.game, judge_player(view.game.name)
    twin = bots.spec(game.name, name).native
    if (
        twin is not None
        and native_searcher.knows(game)
        and twin.policy in native_searcher.policies(game)
    ):
        return {"policy": twin.policy, "policy_numbers": twin.parameters}
    found = rollouts_of(game.name, name)
    return {"policy": "random" if found is None else found[1]}


def _scaled(candidate: Candidate, scale: float) -> Value:
    assert candidate.value is not None
    error = None if candidate.error is None else candidate.error * scale
    return Value(candidate.value * scale, error)
