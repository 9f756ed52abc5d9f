"""gemini: counts the cards of the number, and minds who was caught.

It bluffs an opening when no two of its cards are alike. It doubts what cannot be (its own cards of
the number and those laid are more than four), three cards when it holds two itself, a player that
was caught more than .8 of the time, or more than .4 with five cards or more on the board, and a
play of the last cards. It bluffs with one card of the number, fewer than four cards on the board
and a next player that doubts less than .3 of the time.
"""

from __future__ import annotations

from kibitz.bots.dubito.questions import Answers, Signals
from kibitz.games.dubito.rules import FOUR, LAY_MAX

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
