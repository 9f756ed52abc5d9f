"""Compact texts of whole games, like FEN at chess: the module `cfn` of a game that has one.

    text = write(state)         the text of a game
    state = read(text)          None if no game has such a text

A game's `cfn.py` has PREFIX, `write(state)` and `read(text)`; no game is named here.
"""

from __future__ import annotations

from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.core.state import State

MODULE = "cfn"


def games() -> list[str]:
    """The games that have a compact text."""
    return [game for game, _ in registry.every("games", MODULE)]


def has(game: str) -> bool:
    return registry.find("games", game, MODULE) is not None


def write(state: State) -> str:
    """Return the text of a game; raises BadOption if it has none."""
    module = registry.find("games", state.game.name, MODULE)
    if module is None:
        known = ", ".join(games())
        raise BadOption(f"{state.game.name} has no compact text; games with one: {known}")
    text: str = module.write(state)
    return text


def read(text: str) -> State | None:
    """Return the state of a text; None if it does not begin like one of any game."""
    start = text.lstrip()[:8].lower()
    for _, module in registry.every("games", MODULE):
        if start.startswith(module.PREFIX):
            state: State = module.read(text)
            return state
    return None
