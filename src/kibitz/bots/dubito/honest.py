"""honest: never bluffs by choice, and judges others by itself.

It opens with what it has most of and lays all the cards of the number that it holds. Where it holds
none it doubts, since it would have to bluff.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals

NATIVE = "honest"


class Honest(Answers):
    def doubt(self, signals: Signals) -> float:
        return float(signals.own == 0)


choose = Honest().choose
