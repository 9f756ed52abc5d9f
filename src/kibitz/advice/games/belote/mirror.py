"""The advisor's Belote: announcements of belote prove where king and queen of trump are."""

from __future__ import annotations

from kibitz.advice.advisor.tricks import TrickMirror
from kibitz.core.events import NOBODY
from kibitz.games.belote.cards import DECK as BELOTE_DECK
from kibitz.games.belote.rules import other_of_belote, trump_of


class BeloteMirror(TrickMirror):
    DECK = tuple(BELOTE_DECK)
    CARDS = 32
    SEATS = ("North", "East", "South", "West")
    ACTION_NOTE = "With a king or queen of trump: KH belote, if belote was announced."

    def hand_size(self) -> int:
        return 8

    def other(self, card: int) -> int | None:
        """Return the other card of belote while it is unannounced; None for all other cards."""
        p = self.world.position()
        return None if p["belote"] != NOBODY else other_of_belote(card, trump_of(p["bid"]))

    def duties(self, card: int, belote: bool) -> tuple[list[int], int] | None:
        """Rule 8: whoever announces holds king and queen; whoever does not, not both."""
        other = self.other(card)
        if other is None:
            return None if belote else ([card], 0)
        return ([card, other], 0) if belote else ([card], 1 << other)

    def announces(self, action: int) -> bool:
        return self.other(action) in self.world.position()["hands"][self.world.player]

    def why_not(self, card: int, belote: bool) -> str:
        if belote and self.other(card) is None:
            return "belote is announced once, with the first of king and queen of trump"
        if belote:
            return "announcing belote takes king and queen of trump, which does not fit"
        if self.fit(card, True) is not None:
            return "that hand holds the other card of belote: add belote to the entry"
        return super().why_not(card, belote)
