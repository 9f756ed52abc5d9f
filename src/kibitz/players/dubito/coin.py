"""coin: decides everything at random. It is the `random` of the published field.

It opens with a bluff. Later it doubts every third play if it could play honestly, and every second
if it could not; a coin decides between honesty and a bluff, and another draw how many cards it
plays. (`random` in Kibitz takes any legal action with equal probability, in every game.)
"""

from __future__ import annotations

from kibitz.players.dubito.questions import Answers, Signals

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
