"""Who plays the other seats of an environment: policies by name.

"random" takes any legal action. Any other name is a module of `kibitz.bots` with a function
`choose(view, rng) -> action`; "simple" is the rule player of each game. Such a policy gets a View,
never the state.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.util import find_spec

from kibitz.core.errors import BadOption
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View

Choose = Callable[[View, Stream], int]
Opponent = Callable[[State, Stream], int]  # acts for the seat on turn


def opponent(policy: str | Choose) -> Opponent:
    """A policy by its name, or a function of a view and a stream."""
    if policy == "random":
        return act_at_random
    choose = policy if callable(policy) else _find(policy)

    def act(state: State, rng: Stream) -> int:
        return choose(state.view(state.player), rng)

    return act


def act_at_random(state: State, rng: Stream) -> int:
    legal = state.legal()
    return legal[rng.below(len(legal))]


def _find(name: str) -> Choose:
    module = f"kibitz.bots.{name}"
    if name.isidentifier() and find_spec(module):
        choose: Choose | None = getattr(importlib.import_module(module), "choose", None)
        if choose is not None:
            return choose
    raise BadOption(
        f"there is no policy {name!r}; give random, or a module of kibitz.bots with a `choose`, "
        "like simple"
    )
