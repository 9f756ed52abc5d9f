"""coin: draws every answer. It is the `random` of the published field.

It opens with a bluff. Later it doubts every third play when it could lay honestly, and every second
when it could not; a coin decides between honesty and a bluff, another draw how many cards it lays.
(`random` in Kibitz is a player that takes any legal action as likely as another, in every game.)
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals

NATIVE = "coin"


class Coin(Answers):
    maximal = False

    def opening_bluff(self, _signals: Signals) -> float:
        return 1.0

    def doubt(self, signals: Signals) -> float:
        return 1 / 3 if signals.own else 1 / 2

    def bluff(self, _signals: Signals) -> float:
        return 0.5


choose = Coin().choose
