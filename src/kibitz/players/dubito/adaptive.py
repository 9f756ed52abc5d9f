"""adaptive: mirrors the statistics of its neighbours.

The less the next player doubts, the more it bluffs. It doubts as often as the previous player was
caught. If it lacks the number and the previous player's honesty rate is below the next player's
doubt rate, it also doubts at that rate.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Bluffs and doubts according to its neighbours' statistics."

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
