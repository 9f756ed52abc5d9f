"""gemini: counts the cards of the number, and remembers who was caught.

It opens with a bluff if no two of its cards are alike. It doubts the impossible (its own cards of
the number and those played exceed four), three cards if it holds two itself, a player caught more
than .8 of the time, or more than .4 with five or more cards on the board, and a play of the last
cards. It bluffs with one card of the number, fewer than four cards on the board and a next player
that doubts less than .3 of the time.
"""

from __future__ import annotations

from kibitz.games.dubito.rules import FOUR, LAY_MAX
from kibitz.players.dubito.questions import Answers, Signals

ABOUT = "Counts the cards of the declared number, and remembers who was caught."

NATIVE = "gemini"


class Gemini(Answers):
    def opening_bluff(self, signals: Signals) -> float:
        return float(signals.all_single)

    def doubt(self, signals: Signals) -> float:
        impossible = signals.own + signals.laid > FOUR
        caught = signals.prev_bluffs > (0.8 if signals.board < 5 else 0.4)
        unlikely = signals.laid == LAY_MAX and signals.own >= 2
        return float(signals.prev_empty or impossible or caught or unlikely)

    def bluff(self, signals: Signals) -> float:
        return float(signals.own == 1 and signals.next_doubt_rate < 0.3 and signals.board < 4)


choose = Gemini().choose
