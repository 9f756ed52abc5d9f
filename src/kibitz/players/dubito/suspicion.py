"""suspicion: never bluffs by choice, and doubts larger plays more often.

A play of one, two or three cards is doubted with probability .3, .6 or .9; without the number in
hand every play is.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Never bluffs by choice, and doubts larger plays more often."

NATIVE = "suspicion"

BY_SIZE = (0.3, 0.6, 0.9)  # by the size of the latest play


class Suspicion(Answers):
    def doubt(self, signals: Signals) -> float:
        return BY_SIZE[signals.laid - 1] if signals.own else 1.0


choose = Suspicion().choose
