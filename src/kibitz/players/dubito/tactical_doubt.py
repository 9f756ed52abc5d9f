"""tactical_doubt: doubts by the kind of play, bluffs at random.

It doubts a play that opened its round while the board is small, and a play of three cards.
"""

from __future__ import annotations

from kibitz.games.dubito.rules import LAY_MAX
from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Doubts openings and plays of three cards, and bluffs half of the time."

NATIVE = "tactical_doubt"


class TacticalDoubt(Answers):
    def opening_bluff(self, _signals: Signals) -> float:
        return 0.5

    def doubt(self, signals: Signals) -> float:
        return float(signals.prev_opened or signals.laid == LAY_MAX)

    def bluff(self, _signals: Signals) -> float:
        return 0.5


choose = TacticalDoubt().choose
