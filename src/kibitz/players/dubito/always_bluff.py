"""always_bluff: plays three random cards whatever the number, and never doubts.

The fastest way to get rid of cards, and the surest way to get them back.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Plays three random cards whatever the number, and never doubts."

NATIVE = "always_bluff"


class AlwaysBluff(Answers):
    def opening_bluff(self, _signals: Signals) -> float:
        return 1.0

    def bluff(self, _signals: Signals) -> float:
        return 1.0


choose = AlwaysBluff().choose
