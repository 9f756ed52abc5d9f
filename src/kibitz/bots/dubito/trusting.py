"""trusting: honest where it can be, and never doubts.

It opens with what it has most of and lays all the cards of the number that it holds. Where it holds
none it lays three random cards and hopes that nobody looks.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals

NATIVE = "trusting"


class Trusting(Answers):
    def doubt(self, _signals: Signals) -> float:
        return 0.0


choose = Trusting().choose
