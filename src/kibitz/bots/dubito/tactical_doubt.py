"""tactical_doubt: doubts by the look of a play, bluffs by a coin.

It doubts a play that opened its round, when the board is small, and a play of three cards.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals
from kibitz.games.dubito.rules import LAY_MAX

NATIVE = "tactical_doubt"


class TacticalDoubt(Answers):
    def opening_bluff(self, _signals: Signals) -> float:
        return 0.5

    def doubt(self, signals: Signals) -> float:
        return float(signals.prev_opened or signals.laid == LAY_MAX)

    def bluff(self, _signals: Signals) -> float:
        return 0.5


choose = TacticalDoubt().choose
