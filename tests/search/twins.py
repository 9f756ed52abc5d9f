"""Random decisions for a search on both engines, and what its results have in common."""

from __future__ import annotations

import random

import kibitz
from kibitz.search.result import Search
from tests.support.found import choose, round_options


def decision(name: str, seed: int) -> kibitz.State | None:
    """A random state of a short game where the player to act has a choice."""
    rng = random.Random(seed)
    state = kibitz.game(name, engine="native", **round_options(name, rng)).new(seed)
    for _ in range(rng.randrange(25)):
        if not state.done:
            state.apply(choose(state, rng))
    return state if len(state.legal()) > 1 else None


def numbers(found: Search) -> tuple[object, ...]:
    return found.candidates, found.action, found.simulations, found.nodes, found.worlds
