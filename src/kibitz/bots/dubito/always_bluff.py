"""always_bluff: lays three random cards whatever the number, and never doubts.

The fastest way to be rid of cards, and the surest to get them back.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals

NATIVE = "always_bluff"


class AlwaysBluff(Answers):
    def opening_bluff(self, _signals: Signals) -> float:
        return 1.0

    def bluff(self, _signals: Signals) -> float:
        return 1.0


choose = AlwaysBluff().choose
