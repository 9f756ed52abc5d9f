"""Draws the outcome of a pending chance event from any stream, for both engines.

A state with a seed resolves chance itself. Whoever runs a game with explicit chance and a generator
of its own (the sealed deals of table/seal.py) draws here. The rules' own `_draw` in the Python
engine decides how; the native engine's position is handed to it.
"""

from __future__ import annotations

from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.core.state import CHANCE, Outcome, State


def draw(state: State, stream: Stream) -> Outcome:
    """Return an outcome of the pending chance event, in canonical form; the state is unchanged."""
    assert state.player == CHANCE, "no chance event is pending"
    if isinstance(state, PythonState):
        return state._draw(stream)
    book = state.game.book()
    assert isinstance(book, PythonState)
    if state.chance or state.start is not None:
        book._load(state.game.check_position(state.position()))
    return book._draw(stream)
