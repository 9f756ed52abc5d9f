"""risk_aware: weighs a bluff or a doubt against what there is to lose.

The fewer cards the next player has, the more it opens with a bluff: 1 - cards^2 / 30. Later the
risk is board^2 / 40: it bluffs with that probability, and without the number it doubts with the
remaining one.
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals, clamp

ABOUT = "Weighs every bluff and doubt against what there is to lose."

NATIVE = "risk_aware"


class RiskAware(Answers):
    def opening_bluff(self, signals: Signals) -> float:
        return clamp(1.0 - signals.next.n_cards**2 / 30)

    def doubt(self, signals: Signals) -> float:
        return 0.0 if signals.own else 1.0 - risk(signals)

    def bluff(self, signals: Signals) -> float:
        return risk(signals)


def risk(signals: Signals) -> float:
    return clamp(signals.board**2 / 40)


choose = RiskAware().choose
