"""How each game looks from a seat, as plain data: the folder is the registry.

A module has the name of its game and gives

    faces() -> list of (name, rank, suit letter or None), one a card id; empty in a game of dice
    seat_label(seat) -> what the seat itself is called
    public(view) -> the history of a view without what is its seat's own, for spectators
    count(game, events, seat) -> how many of these first events of a game a seat (or None) sees
    show(view, own, others) -> the parts of a position that depend on the game
    offer(view, action) -> a legal action: kind, and what it is about
    tell(history, i, names) -> event i of a history in English

A View is all that they get. `own` tells whether the hand of the view may be shown; `others` are the
views of all seats where the cards are open. docs/protocol.md describes what comes out.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, Protocol

from kibitz.core.events import Event
from kibitz.core.view import View


class Look(Protocol):
    """The module of a game."""

    def faces(self) -> list[tuple[str, str, str | None]]: ...

    def seat_label(self, seat: int) -> str: ...

    def public(self, view: Any) -> tuple[Event, ...]: ...

    def count(self, game: Any, events: tuple[Event, ...], seat: int | None) -> int: ...

    def show(self, view: Any, own: bool, others: list[Any] | None) -> dict[str, Any]: ...

    def offer(self, view: Any, action: int) -> dict[str, Any]: ...

    def tell(self, history: tuple[Event, ...], i: int, names: list[str]) -> str: ...


@functools.cache
def look(game: str) -> Look:
    """How a game looks."""
    module: Any = importlib.import_module(f"{__name__}.{game}")
    found: Look = module
    return found


def public_history(view: View) -> tuple[Event, ...]:
    return look(view.game.name).public(view)
