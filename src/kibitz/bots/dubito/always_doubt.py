"""always_doubt: doubts whatever was laid, whenever it may.

It lays cards only on an opening, honestly, and after a play that cannot be doubted any more.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Player, Signals


class AlwaysDoubt(Player):
    def doubt(self, _signals: Signals) -> float:
        return 1.0


choose = AlwaysDoubt().choose
