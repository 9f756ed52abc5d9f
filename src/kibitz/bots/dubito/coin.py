"""random: draws every answer.

A coin decides between honesty and a bluff, another draw how many cards it lays. It doubts every
third play when it could lay honestly, and every second when it could not.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Player, Signals


class Random(Player):
    maximal = False

    def opening_bluff(self, _signals: Signals) -> float:
        return 0.5

    def doubt(self, signals: Signals) -> float:
        return 1 / 3 if signals.own else 1 / 2

    def bluff(self, _signals: Signals) -> float:
        return 0.5


choose = Random().choose
