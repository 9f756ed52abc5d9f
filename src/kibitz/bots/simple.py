"""A simple player for every game: quick, honest about what it knows, and pleasant to sit with.

    action = simple.choose(view, Stream(7))

The folder is the registry: where `bots/<game>/simple.py` exists, its `choose` holds the rule of
that game. A game without one is played uniformly at random over what is legal.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Callable

from kibitz.core.rng import Stream
from kibitz.core.view import View

Rule = Callable[[View, Stream], int]


def choose(view: View, rng: Stream) -> int:
    """A legal action for the seat of this view, which must be on turn."""
    legal = view.legal()
    assert legal, "a bot was asked when it was not its turn"
    if len(legal) == 1:
        return legal[0]
    action = rule(view.game.name)(view, rng)
    assert action in legal, f"the simple rule of {view.game.name} chose an illegal action"
    return action


def choose_random(view: View, rng: Stream) -> int:
    """Any legal action, each as likely."""
    legal = view.legal()
    return legal[rng.below(len(legal))]


@functools.cache
def rule(game: str) -> Rule:
    """The rule of a game, by its folder."""
    name = f"kibitz.bots.{game}.simple"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # no folder for this game
        found = None
    if found is None:
        return choose_random
    chosen: Rule = importlib.import_module(name).choose
    return chosen
