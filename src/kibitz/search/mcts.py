"""Monte Carlo tree search on a known state: UCT, with dice as branches of the tree.

    found = mcts(state, simulations=5000)

It takes a State, so in a game with hidden information it is an oracle, and is marked as one
(`oracle` in its statistics): for analysis, endgames and tests, not for play. Future dice and deals
are drawn in every simulation, never read from the state's seed.

`mcts_worlds` takes a View: it draws worlds that fit it, searches each as if it were known, and adds
up the visits. It uses only what its seat may know, but plays in each world as if everyone knew it.

The tree is that of ismcts with a single world and nothing hidden: every action that is legal at a
node was then always available, and the bound is that of UCT.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from kibitz.core.errors import NoDecision
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.search.result import Candidate, Search, most_visited
from kibitz.search.run import from_state, run
from kibitz.search.settings import Settings
from kibitz.search.simulation import Worlds
from kibitz.search.tree import PlainTree


def mcts(state: State, **settings: Any) -> Search:
    """Search the decision of the player to act; see Settings for the options."""
    return run(from_state("mcts", state, Settings.of(settings), PlainTree), most_visited)


def mcts_worlds(view: View, **settings: Any) -> Search:
    """Search worlds of a view, each by mcts; the budget is divided evenly among them."""
    given, begin = Settings.of(settings), time.perf_counter()
    if not view.legal_actions:
        raise NoDecision("the game is over, or another seat is to act")
    count = given.pool if len(view.legal_actions) > 1 and view.hides else 1
    if given.simulations is not None:
        count = min(count, given.simulations)
    found: list[Search] = []
    pool = Worlds(view, mix(given.seed, 0), count, given.beliefs)
    for i, world in enumerate(pool.grow(count)):
        share = None if given.simulations is None else given.simulations // count
        rest = None if given.seconds is None else begin + given.seconds - time.perf_counter()
        if rest is not None and rest <= 0 and found:
            break
        seconds = None if rest is None else max(rest, 1e-6) / (count - i)
        one = replace(given, simulations=share, seconds=seconds, seed=mix(given.seed, i + 1))
        found.append(run(from_state("mcts", world, one, PlainTree), most_visited))
        if found[-1].ended == "stop":
            break
    candidates = tuple(_add(alike) for alike in zip(*(f.candidates for f in found), strict=True))
    return replace(
        found[-1],
        action=most_visited(candidates),
        candidates=candidates,
        simulations=sum(f.simulations for f in found),
        worlds=len(found),
        nodes=sum(f.nodes for f in found),
        seconds=time.perf_counter() - begin,
        oracle=False,
    )


def _add(alike: tuple[Candidate, ...]) -> Candidate:
    """Add up one action over all worlds."""
    visits = sum(c.visits for c in alike)
    total = sum(c.visits * c.value for c in alike if c.value is not None)
    available = sum(c.available for c in alike)
    return Candidate(alike[0].action, visits, available, total / visits if visits else None, None)
