"""How each game looks from a seat, as plain data. The folder is the registry.

A module is named after its game and provides

    faces() -> a (name, rank, suit letter or None) per card id; empty in dice games
    seat_label(seat) -> the name of the seat itself
    public(view) -> the history of a view without what only its seat knows, for spectators
    count(game, events, seat) -> how many of these first events of a game a seat (or None) sees
    show(view, own, others) -> the parts of a position that depend on the game
    offer(view, action) -> a legal action: its kind and its details
    describe(history, i, names) -> event i of a history as an English sentence
    deal_summary(view) -> how the latest finished deal scored, spelled out; None before the first
    DAILY -> options of the deal of the day, if not those of the rules (optional)
    bids_met(events, seat) -> how many bids or contracts a seat met, and how many it had (optional)

All of them work from Views alone. `own` is whether the view's own hand may be shown; `others` are
the views of all seats where the cards are open. docs/protocol.md describes the output. A game
without a module falls back to table/generic.py.
"""

from __future__ import annotations

import functools
from typing import Any, Protocol

from kibitz.core import registry
from kibitz.core.events import Event
from kibitz.core.view import View
from kibitz.table.generic import GenericLook


class Look(Protocol):
    """The interface of a game's module."""

    def faces(self) -> list[tuple[str, str, str | None]]: ...

    def seat_label(self, seat: int) -> str: ...

    def public(self, view: Any) -> tuple[Event, ...]: ...

    def count(self, game: Any, events: tuple[Event, ...], seat: int | None) -> int: ...

    def show(self, view: Any, own: bool, others: list[Any] | None) -> dict[str, Any]: ...

    def offer(self, view: Any, action: int) -> dict[str, Any]: ...

    def describe(self, history: tuple[Event, ...], i: int, names: list[str]) -> str: ...

    def deal_summary(self, view: Any) -> dict[str, Any] | None: ...


@functools.cache
def look(game: str) -> Look:
    """Return the look of a game: its own module, or the generic one."""
    module: Any = registry.find("table", game) or GenericLook(game)
    found: Look = module
    return found


def public_history(view: View) -> tuple[Event, ...]:
    return look(view.game.name).public(view)
