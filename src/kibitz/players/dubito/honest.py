"""honest: never bluffs by choice, and doubts rather than bluff.

It opens with its most frequent value and plays all its cards of the number. If it has none it
doubts, since it would have to bluff.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Never bluffs by choice, and doubts whenever it has nothing honest to play."

NATIVE = "honest"


class Honest(Answers):
    def doubt(self, signals: Signals) -> float:
        return float(signals.own == 0)


choose = Honest().choose
