"""The value of every legal action by what a seat could know: the measure of a review.

Cards of Belote and Codepiece: the solver in worlds that fit the view (pimc). Bids of Belote: the
bidder that solves worlds, because what was called tells much about the hidden hands, and it listens
to that. Everything else: each action played out in the same worlds by the game's rule player
(`JUDGE` of bots/<game>/defaults.py). Worlds fit all that the seat has seen; but for Belote's bids
they are not weighed by what others would likely have done.

Values are own side less other side where there are sides, else what the game's searchers count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz import bots
from kibitz.advice import exact
from kibitz.advice.games import known
from kibitz.bots.belote.bidding import solver
from kibitz.bots.defaults import judge_player
from kibitz.bots.searcher import rollouts_of
from kibitz.core import engine
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.belote.rules import BID
from kibitz.search import native
from kibitz.search.pimc import pimc
from kibitz.search.result import Candidate, Search
from kibitz.search.rollout import rollout

MORE_PLAYOUTS = 10  # worlds by playouts for each one by the solver: they are that much cheaper


@dataclass(frozen=True)
class Value:
    value: float
    error: float | None


@dataclass(frozen=True)
class Verdict:
    method: str  # pimc, bidder or rollout
    worlds: int  # or how often each action was played out
    values: dict[int, Value]  # by action


def judge(
    view: View,
    worlds: int,
    seed: int,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    made: int | None = None,
) -> Verdict:
    """The legal actions of the seat on turn. With `seconds`, as many worlds as there is time for.

    A bidder thinks about the bids that are worth it, and about the one that was `made`.
    """
    bid = _bid(view, worlds, seed, seconds, made)
    if bid is not None:
        return bid
    limits: dict[str, Any] = {"seed": seed, "seconds": seconds, "stop": stop}
    if exact.solvable(view):
        found, scale = pimc(view, worlds=worlds, agree=False, **limits), 1.0
    else:
        found, scale = _rollout(view, worlds, limits), known(view.game.name).SCALE
    values = {c.action: _scaled(c, scale) for c in found.candidates if c.value is not None}
    # Where nothing is hidden there is one world, played out many times.
    played = found.simulations // len(view.legal_actions)
    return Verdict(found.method, max(found.worlds, played), values)


def _bid(
    view: View, worlds: int, seed: int, seconds: float | None, made: int | None
) -> Verdict | None:
    """Belote's bidder, where it can think: from the first call on, with the solver."""
    if view.game.name != "belote" or view.phase != "bid" or view.start is not None:
        return None
    if engine.native() is None:
        return None
    also = () if made is None else (made - BID,)
    budget = solver.Settings(worlds=worlds, seconds=seconds)
    thought = solver.think(view, Stream(seed), budget, also)
    if thought.worlds == 0:  # it knew without thinking: that says nothing about other calls
        return None
    rows = zip(thought.calls, thought.values, thought.errors, strict=True)
    values = {BID + call: Value(value, error) for call, value, error in rows}
    return Verdict("bidder", thought.worlds, values)


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
    """Who plays on: at engine speed where the engine knows the player."""
    game, name = view.game, judge_player(view.game.name)
    twin = bots.spec(game.name, name).native
    if twin is not None and native.knows(game) and twin.policy in native.policies(game):
        return {"policy": twin.policy, "policy_numbers": twin.parameters}
    found = rollouts_of(game.name, name)
    return {"policy": "random" if found is None else found[1]}


def _scaled(candidate: Candidate, scale: float) -> Value:
    assert candidate.value is not None
    error = None if candidate.error is None else candidate.error * scale
    return Value(candidate.value * scale, error)
