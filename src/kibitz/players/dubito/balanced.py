"""balanced: bluffs two times in three, and doubts larger plays more often.

It never doubts the play that opened a round; later plays of one, two or three cards with
probability .3, .6 or .9.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Bluffs two times in three, and doubts larger plays more often."

NATIVE = "balanced"

BY_SIZE = (0.3, 0.6, 0.9)  # by the size of the latest play


class Balanced(Answers):
    def opening_bluff(self, _signals: Signals) -> float:
        return 0.67

    def doubt(self, signals: Signals) -> float:
        return 0.0 if signals.prev_opened else BY_SIZE[signals.laid - 1]

    def bluff(self, _signals: Signals) -> float:
        return 0.67


choose = Balanced().choose
