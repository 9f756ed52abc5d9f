"""adaptive: does to its neighbours what their statistics say.

It bluffs the more, the less the next player doubts. It doubts as often as the previous player was
caught; and, if it lacks the number and that player is honest less often than the next one doubts,
once more as often as the next one doubts.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals

NATIVE = "adaptive"


class Adaptive(Answers):
    def opening_bluff(self, signals: Signals) -> float:
        return 1.0 - signals.next_doubts

    def doubt(self, signals: Signals) -> float:
        bluffs, doubts = signals.prev_bluffs, signals.next_doubts
        again = signals.own == 0 and 1.0 - bluffs < doubts
        return bluffs + (1.0 - bluffs) * doubts if again else bluffs

    def bluff(self, signals: Signals) -> float:
        return 1.0 - signals.next_doubts


choose = Adaptive().choose
