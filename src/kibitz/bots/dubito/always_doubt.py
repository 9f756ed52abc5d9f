"""always_doubt: doubts whatever was laid, whenever it may.

It lays cards only on an opening, and after a play that cannot be doubted any more: honestly or as a
bluff, by a coin.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals

NATIVE = "always_doubt"


class AlwaysDoubt(Answers):
    def opening_bluff(self, _signals: Signals) -> float:
        return 0.5

    def doubt(self, _signals: Signals) -> float:
        return 1.0

    def bluff(self, _signals: Signals) -> float:
        return 0.5


choose = AlwaysDoubt().choose
