"""A simple player for every game: fast, uses only its view, and pleasant to play with.

    action = simple.choose(view, Stream(7))

The folder is the registry: if `players/<game>/simple.py` exists, its `choose` is the rule of that
game. A game without one is played uniformly at random over the legal actions.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from kibitz.core import registry
from kibitz.core.rng import Stream
from kibitz.core.view import View

Rule = Callable[[View, Stream], int]


def choose(view: View, rng: Stream) -> int:
    """Return a legal action for the seat of this view, whose turn it must be."""
    legal = view.legal()
    assert legal, "it is not this seat's turn"
    if len(legal) == 1:
        return legal[0]
    action = rule(view.game.name)(view, rng)
    assert action in legal, f"the simple rule of {view.game.name} chose an illegal action"
    return action


def choose_random(view: View, rng: Stream) -> int:
    """A uniformly random legal action."""
    legal = view.legal()
    return legal[rng.below(len(legal))]


@functools.cache
def rule(game: str) -> Rule:
    """The rule of a game, from its folder."""
    chosen: Rule = getattr(registry.find("players", game, "simple"), "choose", choose_random)
    return chosen
