"""Follows one seat's hand through the events of a game, for `observe`.

A blueprint bot may look at `self.cards` inside `observe`. The hand then is what it was right after
the event: without the cards just played, with those just taken, before the next discard.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.events import Event
from kibitz.games.dubito.events import DubitoEvent, declared, named, read_reveal
from kibitz.games.dubito.rules import LAY, LAYS


class Follower:
    """The hand of a seat, and the number of the round."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: list[int] = []
        self.number = 0

    def begin_at(self, start: Mapping[str, Any]) -> None:
        """Start from a given position, as the seat sees it."""
        self.hand, self.number = list(start["hand"]), start["number"]

    def follow(self, event: Event) -> DubitoEvent | None:
        """Update the hand; return the event in the blueprint's vocabulary, if it has it."""
        self.number = declared(event) or self.number
        if event.kind == "deal":
            assert isinstance(event.data, tuple)
            self.hand = list(event.data)
        elif event.kind == "reveal":
            shown = read_reveal(event)
            if shown.loser == self.seat:
                self.hand = sorted([*self.hand, *shown.taken])
        elif event.seat == self.seat:
            self._remove(event)
        return named(event, self.number)

    def _remove(self, event: Event) -> None:
        """Take out what this seat played or discarded."""
        if event.kind == "action" and isinstance(event.data, int) and event.data >= LAY:
            for card in LAYS[event.data - LAY]:
                self.hand.remove(card)
        elif event.kind == "discard":
            assert isinstance(event.data, tuple)
            self.hand = [card for card in self.hand if card != event.data[0]]
