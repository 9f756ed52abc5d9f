"""trusting: honest whenever possible, and never doubts.

It opens with its most frequent value and plays all its cards of the number. If it has none it plays
three random cards and hopes that nobody doubts.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Honest whenever possible, and never doubts."

NATIVE = "trusting"


class Trusting(Answers):
    def doubt(self, _signals: Signals) -> float:
        return 0.0


choose = Trusting().choose
