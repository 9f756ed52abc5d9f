"""always_doubt: doubts every play that it may.

It plays cards only when opening, and after a play that can no longer be doubted: honestly or as a
bluff, with equal probability.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Doubts every play that it may."

NATIVE = "always_doubt"


class AlwaysDoubt(Answers):
    def opening_bluff(self, _signals: Signals) -> float:
        return 0.5

    def doubt(self, _signals: Signals) -> float:
        return 1.0

    def bluff(self, _signals: Signals) -> float:
        return 0.5


choose = AlwaysDoubt().choose
