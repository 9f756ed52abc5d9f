"""suspicion: never bluffs by choice, and doubts more the more was laid.

A play of one, two or three cards is doubted with .3, .6 or .9; without the number in hand every
play is.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals

NATIVE = "suspicion"

BY_SIZE = (0.3, 0.6, 0.9)  # of the latest play


class Suspicion(Answers):
    def doubt(self, signals: Signals) -> float:
        return BY_SIZE[signals.laid - 1] if signals.own else 1.0


choose = Suspicion().choose
